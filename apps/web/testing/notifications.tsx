import { getMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { Notifications } from '../src/features/notifications/public.ts'
import { call } from '../src/shared/api.ts'
import { type Answers, renderPage } from './render.tsx'

/** Saturday 21 November 2026, 07:00 in Pacific time: 15:00 in London, midnight in Tokyo. */
export const NOW = new Date('2026-11-21T15:00:00Z')

/** An event from 22:00 on the day of NOW to 01:00 on the next day, Pacific time. */
export const event = (changes: Partial<MaintenanceEvent> = {}): MaintenanceEvent => ({
  id: 7,
  title: 'New switches',
  is_internal: 'N',
  is_test: 'N',
  flag: null,
  jira_id: '',
  start_date: '2026-11-22T06:00:00.000Z',
  end_date: '2026-11-22T09:00:00.000Z',
  start_epoch: Date.parse('2026-11-22T06:00:00Z') / 1000,
  end_epoch: Date.parse('2026-11-22T09:00:00Z') / 1000,
  comm_src: 'Aviary',
  created_by: 'oleg.operator@acme.example',
  created_date: '2026-11-20T15:00:00.000Z',
  created_epoch: Date.parse('2026-11-20T15:00:00Z') / 1000,
  updated_by: null,
  updated_date: null,
  cancelled_by: null,
  cancelled_date: null,
  version: 1,
  data_centers: [{ name: 'us2', system_name: 'us2' }],
  notifications: [],
  ...changes,
})

/** A scheduled announcement, due at 10:00 Pacific time. */
export const notification = (id: number, changes: Partial<Notification> = {}): Notification => ({
  id,
  mwin_id: 7,
  n_type: 'Maintenance Announcement',
  title: `Title ${id}`,
  body: { en: '<p>We change the switches.</p>' },
  subject: { en: `Subject ${id}` },
  start_date: null,
  end_date: null,
  send_time: '2026-11-21T18:00:00.000Z',
  sent_time: null,
  broadcast: 'Y',
  mail_queued: 'N',
  broadcast_id: null,
  progress: null,
  channels: null,
  comm_src: 'Aviary',
  created_by: 'oleg.operator@acme.example',
  created_date: `2026-11-20T1${id % 10}:00:00.000Z`,
  updated_by: null,
  updated_date: null,
  is_test: 'N',
  is_internal: 'N',
  flag: null,
  relocalize: 'N',
  email_fields: {},
  version: 1,
  ...changes,
})

const OPERATOR = [
  'create_maintenance_event',
  'edit_maintenance_event',
  'edit_notifications',
  'delete_notifications',
  'edit_template',
  'view_subscriber_comm_history',
]

export const PREVIEW = {
  audience: 'EXTERNAL',
  event_version: 1,
  total: 1234,
  recipients: [
    { locale: 'en', people: 1200 },
    { locale: 'ja', people: 34 },
  ],
  mails: [
    { locale: 'en', subject: 'A subject', html: '<p>In English</p>', text: '' },
    { locale: 'ja', subject: 'A subject', html: '<p>日本語で</p>', text: '' },
  ],
  channels: { total: 0, kinds: [], paused: 0, listed: [] },
  fallback_locales: ['de'],
  translations: { ja: '<p>日本語で</p>' },
}

const template = (pkey: number, title: string, changes: object = {}) => ({
  pkey,
  title,
  body: `<p>${title}</p>`,
  template_type: 'notification',
  notification_type: null,
  ...changes,
})

function ReviewPage() {
  const { data } = useQuery({
    queryKey: ['maintenance', 'event', 7],
    queryFn: async () => (await call(getMaintenanceEvent, { params: { id: 7 } })).maintenance_event,
  })
  return <main>{data && <Notifications event={data} />}</main>
}

type Opened = { answers?: Answers; allowed?: readonly string[]; path?: string }

/** Opens an event's section with these notifications. If they are a function, each request calls it. */
export async function openNotifications(
  notifications: Notification[] | (() => Notification[]),
  { answers = {}, allowed = OPERATOR, path = '/' }: Opened = {},
) {
  const now = () => (typeof notifications === 'function' ? notifications() : notifications)
  const page = await renderPage(
    <ReviewPage />,
    {
      'POST /api/get_user_id/': {
        data: {
          email: 'oleg.operator@acme.example',
          preferences: {},
          rights: { restricted_page_access: [] },
          authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
        },
      },
      'GET /api/v2/maintenance_event/7': () => ({ maintenance_event: event({ notifications: now() }) }),
      'GET /api/locales': {
        data: [
          { system_key: 'en', display_name: 'English' },
          { system_key: 'ja', display_name: '日本語' },
          { system_key: 'de', display_name: 'Deutsch' },
        ],
      },
      'GET /api/templates': {
        templates: [
          template(1, 'Any'),
          template(2, 'For updates', { notification_type: 'Maintenance Update' }),
          template(3, 'A message', { template_type: 'message' }),
          template(4, 'For announcements', { notification_type: 'Maintenance Announcement' }),
        ],
      },
      'POST /api/preview_notification/': PREVIEW,
      ...answers,
    },
    path,
  )
  await screen.findByRole('table', { name: 'Notifications' })
  return {
    ...page,
    /** Request bodies of the calls to `path`, in the order in which they were sent. */
    bodies: (method: string, path: string) =>
      page.sent.filter((one) => one.method === method && one.url.pathname === path).map(({ body }) => body),
  }
}

/** Matches a label with or without the asterisk of a required field. */
const named = (label: string) => new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`)

export const field = <E extends HTMLElement = HTMLInputElement>(label: string): E =>
  screen.getByLabelText<E>(named(label))

export const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

const types = () => screen.getByRole('radiogroup', { name: /^Type/ })

export const typeChoice = (name: string) => within(types()).getByRole<HTMLInputElement>('radio', { name })

export const typeNames = () =>
  within(types())
    .getAllByRole('radio')
    .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)

/** Chooses an option as soon as it is offered. */
export async function choose(label: string, value: string): Promise<void> {
  const box = await screen.findByRole<HTMLSelectElement>('combobox', { name: named(label) })
  await waitFor(() => expect([...box.options].map((option) => option.value)).toContain(value))
  await userEvent.selectOptions(box, value)
}

export const submitButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
