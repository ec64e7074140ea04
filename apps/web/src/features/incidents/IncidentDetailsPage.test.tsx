import type { Company } from '@aviary/contract/incidents/schemas'
import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentDetailsPage } from './IncidentDetailsPage.tsx'

const incident = {
  opi: 'OPI-7',
  jiraId: 'OPI-7',
  affectedCompanies: 12,
  affectedDataCenters: ['eu'],
  affectedServices: ['Analysis/Intelligence'],
  affectedUsers: 12345,
  details: 'Reports are slow.',
  startDate: '2026-08-20T10:00:00.000Z',
  endDate: '2026-08-21T12:30:00.000Z',
  slaEndTime: '2026-08-20T14:00:00.000Z',
  status: 'RESOLVED',
  symbol: 'OUTAGE',
  rca: null,
  messages: [],
  isInternal: 'N',
  priorityType: 'P1',
  nextUpdateDue: null,
  roles: [],
  jira_info: {},
  slack_info: {},
  affected_companies: [],
  cis: [],
  all_roles: [],
  follow_ups: [],
  post_mortem: null,
}

const message = (id: number, title: string, body: Record<string, string>) => ({
  id,
  ...{ jira_id: 'OPI-7', created_by: 'ines', updated_date: null, updated_by: null, version: 1 },
  message_id: id,
  title,
  message_type: title,
  priorityType: 'p1',
  created_date: `2026-08-20T1${id}:00:00.000Z`,
  created_epoch: 1_786_000_000 + id,
  body,
  message: body.en ?? '',
})

const company = (id: number, fields: Partial<Company> = {}): Company => ({
  id,
  name: `Company ${id}`,
  entity_code: `E${id}`,
  data_center: 'us2',
  ...fields,
})

const companies = [
  ...Array.from({ length: 11 }, (_, index) => company(index + 1)),
  company(12, { name: 'Zed', entity_code: null }),
]

const user = {
  email: 'a@acme.example',
  preferences: {},
  rights: { restricted_page_access: [] },
  authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
}

const answers: Answers = {
  'POST /api/get_user_id/': { data: user },
  'GET /api/incident_by_jira_id/': { payload: incident },
  'GET /api/incidents/timeline/': { entries: [] },
  'GET /api/changes_before_incident/': {
    from: '2026-08-20T04:00:00.000Z',
    to: '2026-08-20T10:00:00.000Z',
    items: [],
    more: 0,
    unrelated: 42,
    incident: { cis: [], services: ['Analysis/Intelligence'], data_centers: ['eu'] },
  },
  'GET /api/get_messages/': {
    messages: [
      message(1, 'Initial Notification', { en: '<p>We look <b>into</b> it</p>' }),
      message(2, 'Internal Update', { en: '<img src=x onerror=alert(1)><p>Ours</p>' }),
    ],
  },
  'GET /api/incidents/incident_team_data/OPI-7/': {
    jira_info: { assignee: 'Ann' },
    slack_info: { channel: '#opi-7', channel_url: 'javascript:alert(1)' },
  },
  'GET /api/incidents/affected_companies/': { companies, more_results: false },
}

const open = (changed: Answers = {}, path = '/details/OPI-7') =>
  renderPage(<IncidentDetailsPage />, { ...answers, ...changed }, path)
const panel = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('a resolved incident shows in words how long it took', async () => {
  await open()
  expect((await panel('SLA')).textContent).toContain('Incident Resolved In 1 day, 2 hours, 30 minutes')
})

test.each([
  [30, 'green'],
  [50, 'green'],
  [51, 'amber'],
  [99.9, 'amber'],
  [100, 'red'],
  [140, 'red'],
])('at %s % of the time the bar is %s', async (percent, colour) => {
  const now = Date.now()
  const startDate = new Date(now - percent * 36_000).toISOString()
  const slaEndTime = new Date(now + (100 - percent) * 36_000).toISOString()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    await open({
      'GET /api/incident_by_jira_id/': {
        payload: { ...incident, status: 'ACTIVE', endDate: null, startDate, slaEndTime },
      },
    })
    const bar = await screen.findByRole('progressbar')
    expect(bar.dataset.colour).toBe(colour)
    expect((await panel('SLA')).textContent).toContain(`${Math.min(100, Math.floor(percent))}% elapsed`)
    expect(bar.getAttribute('aria-valuetext')).toContain(percent >= 100 ? 'SLA ended' : 'left')
  } finally {
    vi.useRealTimers()
  }
})

test('the head says who has a role, and beside it whom the tracker names', async () => {
  const role = (name: string, holder: string) => ({ role: name, name, translations: {}, holder })
  const roles = [role('Lead', 'ines@acme.example'), role('Scribe', 'ines@acme.example')]
  const team = {
    jira_info: { incident_manager: 'Eli Lund (eli@acme.example)', assignee: 'Ann' },
    slack_info: {},
  }
  const path = 'GET /api/incidents/incident_team_data/OPI-7/'
  const onIt = async () => (await screen.findByText('On it')).nextElementSibling
  await open({ [path]: team })
  await waitFor(async () => expect((await onIt())?.textContent).toBe('Eli Lundassignee Ann'))
  cleanup()
  await open({
    [path]: team,
    'GET /api/incident_by_jira_id/': {
      payload: { ...incident, roles: [...roles, role('Communications', 'sam@acme.example')] },
    },
  })
  await waitFor(async () =>
    expect((await onIt())?.textContent).toBe(
      'ines@acme.exampleLead, Scribe · Communications: sam@acme.exampleIncident manager: Eli Lund',
    ),
  )
})

test('the details show a promised update only while there is one', async () => {
  const nextUpdateDue = new Date(Date.now() + 60 * 60_000).toISOString()
  await open({ 'GET /api/incident_by_jira_id/': { payload: { ...incident, nextUpdateDue } } })
  const details = within(await panel('Incident details'))
  expect(details.getByText('Next update').nextElementSibling?.textContent).toBe('due in 1 hour')
  cleanup()
  await open()
  expect(within(await panel('Incident details')).queryByText('Next update')).toBeNull()
})

test.each([
  ['RESOLVED', 'Not Available'],
  ['INVESTIGATION', 'Ongoing'],
])('an incident that is %s without an end shows %s', async (status, words) => {
  await open({ 'GET /api/incident_by_jira_id/': { payload: { ...incident, status, endDate: null } } })
  const end = within(await panel('Incident details')).getByText('End')
  expect(end.nextElementSibling?.textContent).toBe(words)
})

test('an incident without a status counts as open', async () => {
  await open({ 'GET /api/incident_by_jira_id/': { payload: { ...incident, status: '', endDate: null } } })
  const heading = await screen.findByRole('heading', { level: 1, name: /Reports are slow/ })
  const header = heading.closest('header')
  expect(header?.dataset.status).toBe('OUTAGE')
  expect(within(header as HTMLElement).getByText('no status')).toBeTruthy()
})

test('communications show newest first, mark internal ones, and can be reversed', async () => {
  await open()
  const part = await panel('Story')
  const titles = () =>
    within(part)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent)
  await within(part).findByText('Initial Notification')
  expect(titles()).toEqual(['Internal Update', 'Initial Notification'])
  expect(within(part).getByText('internal')).toBeTruthy()
  await userEvent.click(within(part).getByRole('button', { name: 'Newest first' }))
  expect(titles()).toEqual(['Initial Notification', 'Internal Update'])
})

test('a hostile body shows its text and nothing else', async () => {
  await open()
  const part = await panel('Story')
  expect(await within(part).findByText('Ours')).toBeTruthy()
  expect(part.querySelector('img, script')).toBeNull()
})

test('the card says when there are no messages and when they cannot be loaded', async () => {
  await open({ 'GET /api/get_messages/': { messages: [] } }, '/details/OPI-7?story=messages')
  expect(await screen.findByText('No communications have been sent for this incident')).toBeTruthy()
})

test('a failure to load messages shows on the card and as a toast with the reason', async () => {
  await open({ 'GET /api/get_messages/': new Refused(400, 'no messages today') })
  expect(await screen.findByText('The communications could not be loaded')).toBeTruthy()
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'Unable to check for messages',
      reason: 'no messages today',
    }),
  )
})

test('the details list every field, with separators in numbers', async () => {
  await open()
  const part = await panel('Incident details')
  for (const text of ['OPI-7', 'Analysis', 'EMEA', '12', '12,345', 'Reports are slow.']) {
    expect(await within(part).findByText(text)).toBeTruthy()
  }
  expect(part.textContent).toContain('Aug 20, 2026, 10:00 UTC')
  expect(part.textContent).toContain('Aug 20, 2026, 14:00 UTC')
  expect(part.textContent).toContain('Aug 21, 2026, 12:30 UTC')
})

test('the team lists the named people, and never renders a script link', async () => {
  await open()
  const part = await panel('Incident team')
  expect(await within(part).findByText('Ann')).toBeTruthy()
  expect(within(part).getByText('#opi-7').closest('a')).toBeNull()
})

test('the companies show ten per page, with missing values as Not Available', async () => {
  await open()
  const part = await panel('Customer impact')
  await within(part).findByText('Company 1')
  expect(within(part).getAllByRole('row')).toHaveLength(11)
  expect(part.textContent).toContain('12 of 12 companies')
  await userEvent.click(within(part).getByRole('button', { name: 'Next page' }))
  expect(await within(part).findByText('Zed')).toBeTruthy()
  expect(within(part).getByText('Not Available')).toBeTruthy()
})

test('a filter takes a comma-separated list, ignores case, and waits 800 ms', async () => {
  await open()
  const part = await panel('Customer impact')
  await within(part).findByText('Company 1')
  const box = within(part).getByRole('textbox', { name: 'Filter Customer Name' })
  fireEvent.change(box, { target: { value: 'zED, company 11' } })
  expect(within(part).getByText('12 of 12 companies')).toBeTruthy()
  expect(await within(part).findByText('2 of 12 companies')).toBeTruthy()
})

test('companies are requested in pages of 100, 29,900 and then 30,000', async () => {
  const { sent } = await open({
    'GET /api/incidents/affected_companies/': ({ url }: { url: URL }) => {
      const start = Number(url.searchParams.get('start_at'))
      return { companies: [company(start + 1)], more_results: start < 30_000 }
    },
  })
  const part = await panel('Customer impact')
  await waitFor(() => expect(part.textContent).toContain('3 of 3 companies'))
  const requestedPages = sent
    .filter(({ url }) => url.pathname.endsWith('affected_companies/'))
    .map(({ url }) => [url.searchParams.get('start_at'), url.searchParams.get('response_size')])
  expect(requestedPages).toEqual([
    ['0', '100'],
    ['100', '29900'],
    ['30000', '30000'],
  ])
})

test('a new filter needs a name and is saved with one', async () => {
  const { sent } = await open({
    'PUT /api/update_profile/': ({ body }: { body: unknown }) => ({
      data: { preferences: (body as { preferences: object }).preferences },
    }),
  })
  const part = await panel('Customer impact')
  await userEvent.click(within(part).getByRole('button', { name: 'Create New' }))
  expect(within(part).getByText('Your filter requires a name')).toBeTruthy()
  await userEvent.type(within(part).getByRole('textbox', { name: 'Filter Entity ID' }), 'e1')
  await userEvent.type(within(part).getByRole('textbox', { name: 'Name of a new filter' }), 'Mine{Enter}')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      kind: 'success',
      message: 'Customer Impact tile settings updated',
    }),
  )
  const put = sent.find(({ method }) => method === 'PUT')
  expect(put?.body).toMatchObject({
    application: 'Aviary',
    preferences: {
      customer_impact_settings: {
        allFilters: [{ nickname: 'Mine', filters: [{ column_name: 'entity_code', values: ['e1'] }] }],
      },
    },
    audit_log_data: {
      application_name: 'Aviary',
      user_email: 'a@acme.example',
      action_name: 'Update Profile',
    },
  })
})

test.each([
  ['the incident', 'GET /api/incident_by_jira_id/', 'Unable to check for incident by jira id'],
  [
    'its team',
    'GET /api/incidents/incident_team_data/OPI-7/',
    'Unable to check for details about that incident',
  ],
])('when %s cannot be loaded, a toast shows the reason', async (_, path, message) => {
  await open({ [path]: new Refused(400, 'the reason') })
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'the reason' }]))
})

test('an unknown incident is reported as unknown', async () => {
  await open({ 'GET /api/incident_by_jira_id/': new Refused(404, 'There is no incident OPI-7') })
  expect(await screen.findByRole('heading', { name: 'There is no incident OPI-7' })).toBeTruthy()
  expect(readToasts()).toHaveLength(0)
})

const mayPost = (...allowed: string[]) => ({
  'POST /api/get_user_id/': {
    data: { ...user, authorization: { ...user.authorization, allowed_actions: allowed } },
  },
  'GET /api/alert_types/': { data: [] },
})

/** Shows the current URL. */
const CurrentUrl = () => <p data-testid="where">{useLocation().href}</p>

test('the address opens the dialog to post, and no longer says so once it is closed', async () => {
  await renderPage(
    <>
      <CurrentUrl />
      <IncidentDetailsPage />
    </>,
    { ...answers, ...mayPost('create_p1_message') },
    '/details/OPI-7?story=messages&post=open',
  )
  const dialog = await screen.findByRole('dialog', { name: /^Create message: /, hidden: true })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(screen.getByTestId('where').textContent).toBe('/details/OPI-7?story=messages')
})

test.each([
  ['without the right', {}],
  [
    'without the right to internal types',
    {
      ...mayPost('create_p1_message'),
      'GET /api/incident_by_jira_id/': { payload: { ...incident, isInternal: 'Y' } },
    },
  ],
])('the address opens no dialog to post %s', async (_, changed: Answers) => {
  await open(changed, '/details/OPI-7?post=open')
  await panel('SLA')
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('until it is posted, Service Restored stands beside the tracker for who may post', async () => {
  await renderPage(
    <>
      <CurrentUrl />
      <IncidentDetailsPage />
    </>,
    { ...answers, ...mayPost('create_p1_message') },
    '/details/OPI-7',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Service Restored' }))
  await screen.findByRole('dialog', { name: /^Create message: /, hidden: true })
  expect(screen.getByTestId('where').textContent).toBe('/details/OPI-7?post=restored')
  cleanup()
  const restored = { messages: [message(3, 'Service Restored', { en: '<p>It works</p>' })] }
  await open({ ...mayPost('create_p1_message'), 'GET /api/get_messages/': restored })
  await screen.findAllByText('It works')
  expect(screen.queryByRole('button', { name: 'Service Restored' })).toBeNull()
  cleanup()
  await open()
  await panel('SLA')
  expect(screen.queryByRole('button', { name: 'Service Restored' })).toBeNull()
})
