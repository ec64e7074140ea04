import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentFacts } from './IncidentFacts.tsx'
import { IncidentHeader } from './IncidentHeader.tsx'

const INCIDENT: IncidentDetail = {
  ...{ opi: 'OPI-7', jiraId: 'OPI-7', affectedCompanies: 12, affectedUsers: 1 },
  ...{ affectedDataCenters: ['eu'], affectedServices: ['Expense'], details: 'Reports are slow.' },
  ...{ startDate: '2026-08-20T10:00:00.000Z', endDate: null, slaEndTime: '2026-08-20T14:00:00.000Z' },
  ...{ status: 'ACTIVE', symbol: 'OUTAGE', rca: null, messages: [], isInternal: 'N', priorityType: 'P1' },
  ...{
    nextUpdateDue: null,
    roles: [],
    jira_info: {},
    slack_info: {},
    affected_companies: [],
    cis: [],
    all_roles: [],
    follow_ups: [],
    post_mortem: null,
  },
  is_on_status_page: 'Y',
}

const SETTINGS = {
  ...{ provider_name: 'Acme', product_key: 'acme', issue_tracker_link: 'https://tracker.example/{id}' },
  ...{ status_site: 'https://status.example', status_page: 'https://aviary.example/status/' },
  ...{ faq_link: '/guide', help_link: '/guide', is_demo: true, version: '0.0.0' },
}

beforeEach(closeAllToasts)

type Given = { changes?: Partial<IncidentDetail>; settings?: object; actions?: string[] }

const open = ({ changes = {}, settings = {}, actions = ['create_p1_message'] }: Given = {}) => {
  const incident = { ...INCIDENT, ...changes }
  return renderPage(
    <>
      <IncidentHeader incident={incident} />
      <IncidentFacts incident={incident} />
    </>,
    {
      'POST /api/get_user_id/': {
        data: {
          ...{ email: 'a@acme.example', preferences: {}, rights: { restricted_page_access: [] } },
          authorization: { is_admin: false, role_ids: [], allowed_actions: actions },
        },
      },
      'GET /api/public_settings': { ...SETTINGS, ...settings },
      'GET /api/incidents/incident_team_data/OPI-7/': { jira_info: {}, slack_info: {} },
      'GET /api/incidents/timeline/': { entries: [] },
      'GET /api/get_messages/': { messages: [] },
      'PUT /api/incidents/on_status_page/': { jira_id: 'OPI-7', is_on_status_page: 'N' },
    },
  )
}
const button = (name: string) => screen.findByRole('button', { name })
const factNames = () => screen.findByText('Affected users').then(() => screen.queryByText('Status page'))

test('keeps an incident off after a question that says what goes on', async () => {
  const { sent } = await open()
  const link = await screen.findByRole('link', { name: /^Shown once published/ })
  expect(link.getAttribute('href')).toBe('https://aviary.example/status/')
  expect(screen.queryByText('Not on the status page')).toBeNull()
  await userEvent.click(await button('Keep off the status page'))
  const dialog = await screen.findByRole('dialog', { name: 'Keep OPI-7 off the status page?' })
  within(dialog).getByText(/^Mails and channels go on\./)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep off the status page' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    ...{ jira_id: 'OPI-7', is_on_status_page: 'N' },
  })
  expect(readToasts().map(({ message }) => message)).toEqual(['OPI-7 is kept off the status page'])
})

test('marks an incident that is kept off, and shows it again', async () => {
  const { sent } = await open({ changes: { is_on_status_page: 'N' } })
  // In the head and among the facts.
  expect(await screen.findAllByText('Not on the status page')).toHaveLength(2)
  await userEvent.click(await button('Show on the status page'))
  const dialog = await screen.findByRole('dialog', { name: 'Show OPI-7 on the status page?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show on the status page' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ is_on_status_page: 'Y' }),
  )
})

test('who may not post on the incident reads it and changes nothing', async () => {
  await open({ actions: ['create_p2_message'], changes: { is_on_status_page: 'N' } })
  expect(await screen.findAllByText('Not on the status page')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /the status page/ })).toBeNull()
})

test.each<[string, Given]>([
  ['without a status page', { settings: { status_page: null } }],
  ['on an internal incident', { changes: { isInternal: 'Y' } }],
])('%s there is no word of it', async (_, given) => {
  await open({ ...given, changes: { is_on_status_page: 'N', ...given.changes } })
  expect(await factNames()).toBeNull()
  expect(screen.queryByText('Not on the status page')).toBeNull()
})
