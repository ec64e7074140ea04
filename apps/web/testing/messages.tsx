import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { IncidentMessagesPage } from '../src/features/messages/IncidentMessagesPage.tsx'
import { press } from './press.ts'
import { type Answers, renderPage } from './render.tsx'

export const message = (id: number, changes: Partial<ManagedMessage> = {}): ManagedMessage => ({
  id,
  message_id: id,
  jira_id: 'OPI-7',
  title: 'Update',
  message_type: 'Update',
  priorityType: 'P1',
  created_date: `2026-08-20T1${id}:00:00.000Z`,
  created_epoch: Date.parse(`2026-08-20T1${id}:00:00.000Z`) / 1000,
  body: { en: `<p>${'x'.repeat(111)}</p>` },
  message: '',
  created_by: 'ines.incident@acme.example',
  updated_date: null,
  updated_by: null,
  next_update_due: null,
  version: 1,
  ...changes,
})

export const incident = (changes: object = {}) => ({
  payload: {
    ...{ jiraId: 'OPI-7', priorityType: 'P1', isInternal: 'N', symbol: 'OUTAGE', status: 'ACTIVE' },
    ...{ affectedServices: ['Travel'], affectedDataCenters: ['us2'], startDate: '2026-08-20T10:00:00.000Z' },
    ...changes,
  },
})

const person = (...allowed: string[]) => ({
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})

const MANAGER = [
  'create_p1_message',
  'edit_p1_message',
  'delete_p1_message',
  'create_is_internal_message',
  'edit_is_internal_message',
]
export const types = (...names: string[]) => ({ alert_types: names.map((name, id) => ({ id, name })) })

export const REACHED_COMPANIES = {
  companies: [
    { company_id: 7, name: 'Heron Ltd', people: 1233 },
    { company_id: 8, name: 'Ibis Inc', people: 1 },
  ],
  ...{ total_companies: 2, all_companies: 310, without_company: 0, more_results: false },
}

export const open = (changed: Answers = {}, ...allowed: string[]) =>
  renderPage(
    <IncidentMessagesPage />,
    {
      'POST /api/get_user_id/': person(...(allowed.length > 0 ? allowed : MANAGER)),
      'GET /api/incident_by_jira_id/': incident(),
      'GET /api/get_messages/': {
        messages: [
          message(1),
          message(2, {
            title: 'Internal Update',
            message_type: 'Internal Update',
            body: { en: '<p>Ours</p>' },
          }),
        ],
      },
      'GET /api/suggest_message/': {
        ...{ last_message: null, message_type: null, email_fields: {}, next_update_due: null, languages: [] },
      },
      'POST /api/preview_message/': PREVIEW,
      'GET /api/get_mailed_message/': { people: 0, waiting: 0, audience: null, mailed_date: null },
      'GET /api/reached_companies/': REACHED_COMPANIES,
      'GET /api/broadcasts/': { broadcasts: [], more_results: false },
      'GET /api/v4/get_p2_alert_types': {
        payload: { P1: types('Update', 'Internal Update'), P2: types('Notification') },
      },
      'GET /api/get_email_components': {
        services: [
          {
            priority_type: 'P1',
            message_type: 'Update',
            display_names: ['Next Update'],
            system_names: ['next_update'],
          },
        ],
      },
      'GET /api/templates': {
        templates: [
          { pkey: 3, title: 'Calm', body: '<p>All is well</p>', template_type: 'message' },
          { pkey: 4, title: 'Plan', body: '', template_type: 'notification' },
        ],
      },
      'GET /api/locales': {
        data: [
          { system_key: 'en', display_name: 'English' },
          { system_key: 'ja', display_name: '日本語' },
        ],
      },
      ...changed,
    },
    '/edit/OPI-7',
  )

/** Chooses an option once it is loaded. */
export async function choose(field: RegExp, name: string) {
  await screen.findByRole('option', { name })
  await userEvent.selectOptions(screen.getByLabelText(field), name)
}
export const option = (label: string) =>
  within(screen.getByLabelText(new RegExp(`^${label}`)))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

/** `channels` of a preview, if none is told. */
const NO_CHANNELS = { total: 0, kinds: [], paused: 0, listed: [] }

export const PREVIEW = {
  audience: 'EXTERNAL',
  total: 1234,
  recipients: [{ locale: 'en', people: 1234 }],
  mails: [{ locale: 'en', subject: 'A subject', html: '<p>All is well</p>', text: '' }],
  channels: NO_CHANNELS,
  fallback_locales: ['ja'],
}

export async function fillBroadcast() {
  await press('Create message')
  await choose(/^Message type/, 'Update')
  await userEvent.type(screen.getByLabelText(/^Body/), 'All is well')
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  expect(await screen.findByText('Next Update required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Next Update/), '15:00')
  await press('Go on to confirmation')
}
