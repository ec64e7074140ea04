import { toHex } from '@aviary/contract/subscribers/address'
import type { CommEvent, MailedExplanation } from '@aviary/contract/subscribers/endpoints'
import { chosenOf } from '@aviary/contract/subscriptions/rules'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { setCaller } from '../../shared/api.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SubscriberDetailsPage } from './SubscriberDetailsPage.tsx'

const ANA = 'ana@example.com'
const AT = `/comm_history/u/${toHex(ANA)}`

const comm = (changes: Partial<CommEvent> = {}): CommEvent => ({
  event_title: 'OPI-7',
  message_type: 'Update',
  email_event: 'sent',
  application: 'Aviary',
  event_time: '2026-08-20T12:05:00.000Z',
  comm_type: 'incident_message',
  data_centers: ['eu'],
  services: ['Analysis/Intelligence'],
  created_on: '2026-08-20T12:00:00.000Z',
  broadcast_id: 9,
  delivery_id: 5,
  response: '250 taken',
  ...changes,
})
const COMMS = [
  comm(),
  comm({ email_event: 'retried', event_time: '2026-08-20T12:04:00.000Z', response: 'ines@acme.example' }),
  comm({ email_event: 'failed', event_time: '2026-08-20T12:03:00.000Z', response: '550 no such mailbox' }),
  comm({ email_event: 'deferred', event_time: '2026-08-20T12:02:00.000Z', response: '451 try later' }),
  comm({ email_event: 'queued', event_time: '2026-08-20T12:01:00.000Z', response: '' }),
  comm({
    event_title: 'MNT-3',
    message_type: 'Maintenance Announcement',
    email_event: 'stopped',
    event_time: '2026-08-19T12:00:00.000Z',
    comm_type: 'notification',
    services: [],
    data_centers: ['us2'],
    broadcast_id: 8,
    delivery_id: 4,
    response: '',
  }),
]

const list = (...named: [id: string | number, name: string, selected: boolean][]) =>
  named.map(([id, name, selected], display_order) => ({ id, name, display_order, selected }))
const priority = (selected: boolean) => ({
  services: list(['Expense', 'Expense', selected], ['Analysis/Intelligence', 'Analysis', selected]),
  data_centers: list(['us2', 'us2', false], ['eu', 'EMEA', selected]),
  alert_types: list([1, 'Update', selected], [2, 'Root Cause Analysis', false]),
})
const OPTIONS = {
  P1: priority(true),
  P2: priority(false),
  notifications: {
    data_centers: list(['us2', 'us2', true]),
    notification_types: list(['Personalized Open', 'Personalized Acme Open', true]),
  },
}

const explanation = (changes: Partial<MailedExplanation> = {}): MailedExplanation => ({
  broadcast_id: 9,
  reference: 'OPI-7',
  message_type: 'Update',
  created_date: '2026-08-20T12:00:00.000Z',
  delivery_id: null,
  delivery_state: null,
  subscriber_since: '2026-01-01T00:00:00.000Z',
  is_reconstructed: false,
  changed_since: false,
  rules: [
    { rule: 'exists', passes: true, wanted: [], chosen: [] },
    { rule: 'category', passes: true, wanted: ['notifications'], chosen: ['P1', 'notifications'] },
    { rule: 'data_centers', passes: false, wanted: ['eu'], chosen: [] },
    {
      rule: 'notification_types',
      passes: true,
      wanted: ['Personalized Open'],
      chosen: ['Personalized Open'],
    },
  ],
  ...changes,
})

const broadcast = (broadcast_id: number, reference: string) => ({
  broadcast_id,
  kind: 'incident_message',
  reference,
  message_id: null,
  notification_id: null,
  message_type: 'Update',
  audience: 'EXTERNAL',
  subject: 's',
  created_by: 'ines@acme.example',
  created_date: '2026-08-20T12:00:00.000Z',
  progress: { queued: 0, sent: 1, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
})

const personWith = (...allowed_actions: string[]): Answers => ({
  'POST /api/get_user_id/': {
    data: {
      email: 'sam@acme.example',
      preferences: {},
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions },
    },
  },
})

const open = (changed: Answers = {}, path = AT) =>
  renderPage(
    <SubscriberDetailsPage />,
    {
      ...personWith('view_subscriber_comm_history'),
      'GET /api/subscriber_exists/': { exists: true },
      'GET /api/v1/get_comm_history/': { comms: COMMS, is_cut: false },
      'GET /api/v1/all_user_subscriptions/': {
        verified: true,
        subscriptions: chosenOf(OPTIONS),
        locale: 'ja',
        paused: null,
      },
      'GET /api/v4/get_user_subscriptions/': {
        userSubscriptions: chosenOf(OPTIONS),
        subscriptionOptions: OPTIONS,
      },
      'GET /api/broadcasts/': {
        broadcasts: [broadcast(9, 'OPI-7'), broadcast(11, 'OPI-8')],
        more_results: false,
      },
      'GET /api/v1/explain_mailed/': explanation(),
      'PUT /api/clear_uuid/': { email: ANA },
      ...changed,
    },
    path,
  )

const widen = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 1270px'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  setCaller('sam@acme.example')
  vi.unstubAllGlobals()
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads the token from this cookie
  document.cookie = 'tokens=the-token'
})

const table = () => screen.findByRole('table', { name: 'Communication History' })
const rows = async () =>
  within(await table())
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1)
const getCellText = ({ cells }: HTMLTableRowElement, column: number) => cells[column]?.textContent
const titles = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.trim())
const filter = () => screen.getByRole<HTMLInputElement>('searchbox')

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('the facts say in which language a person is mailed', async () => {
  const locales = { data: [{ system_key: 'ja', display_name: '日本語' }] }
  await open({ 'GET /api/locales': locales })
  await waitFor(() => expect(fact('Language')).toBe('日本語'))
})

test('the language of an address with which nobody subscribes is not available', async () => {
  const chosen = { verified: false, subscriptions: chosenOf(OPTIONS), locale: null, paused: null }
  await open({ 'GET /api/v1/all_user_subscriptions/': chosen })
  await waitFor(() => expect(fact('Language')).toBe('Not Available'))
})

test('the history lists what happened to each mail, newest first, in words', async () => {
  await open()
  await screen.findByText('250 taken')
  const cells = (await rows()).map((row) => [0, 1, 2].map((column) => getCellText(row, column)))
  expect(cells).toEqual([
    ['OPI-7', 'Update', 'sent250 taken'],
    ['OPI-7', 'Update', 'retriedasked for by ines@acme.example'],
    ['OPI-7', 'Update', 'failed550 no such mailbox'],
    ['OPI-7', 'Update', 'deferred451 try later'],
    ['OPI-7', 'Update', 'queued'],
    ['MNT-3', 'Maintenance Announcement', 'stopped'],
  ])
  const sorted = within(await table()).getByRole('columnheader', { name: /Event Time/ })
  expect(sorted.getAttribute('aria-sort')).toBe('descending')
  expect(screen.getAllByRole('link', { name: 'OPI-7' })[0]?.getAttribute('href')).toBe('/details/OPI-7')
  expect(screen.getByRole('link', { name: 'MNT-3' }).getAttribute('href')).toBe('/maintenance_event/review/3')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(ANA)
})

test('the header shows to how much they subscribe and the newest mail that was sent', async () => {
  await open()
  await screen.findByText('P1, Notifications')
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  expect(fact('Subscriptions')?.textContent).toBe('2 of 3P1, Notifications')
  await waitFor(() => expect(fact('Last mail')?.textContent).toMatch(/OPI-7, Update$/))
  expect(fact('Last mail')?.querySelector('time')?.dateTime).toBe('2026-08-20T12:05:00.000Z')
})

const ASKED = ['OPI', 'Message Type', 'Event', 'Application', 'Event Time']
const MORE = ['Comm Type', 'Data Center', 'Service', 'Created On']

test.each([
  [true, [...ASKED, ...MORE, 'Why mailed']],
  [false, [...ASKED, 'Why mailed']],
])('in a wide window (%s) these columns show: %j', async (isWide, columns) => {
  widen(isWide)
  await open()
  await screen.findByText('250 taken')
  expect(await titles()).toEqual(columns)
  for (const text of ['Incident message', 'EMEA', 'Analysis'])
    expect(within(await table()).queryAllByText(text).length > 0, text).toBe(isWide)
})

test('the filter matches the start of a text after the debounce, and its placeholder shows the number of records', async () => {
  await open()
  await screen.findByText('250 taken')
  expect(filter().placeholder).toBe('Records: 6')
  const shown = await table()
  fireEvent.change(filter(), { target: { value: 'MAINT' } })
  expect(within(shown).getAllByRole('row').slice(1)).toHaveLength(6)
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.getByText('1 of 6')).toBeTruthy()
  await userEvent.clear(filter())
  await userEvent.type(filter(), 'nouncement')
  await waitFor(() => expect(screen.getByText('No Data')).toBeTruthy())
  await userEvent.clear(filter())
  await userEvent.type(filter(), 'EMEA')
  await waitFor(async () => expect(await rows()).toHaveLength(5))
})

test('filter, sort and view are in the URL', async () => {
  await open({}, `${AT}?filter=OPI&sort=event_time+asc`)
  await screen.findByText('250 taken')
  const cells = (await rows()).map((row) => getCellText(row, 2))
  expect(cells[0]).toBe('queued')
  expect(cells).toHaveLength(5)
})

test('while loading there are seven placeholder rows, and an empty history shows No Data', async () => {
  const waiting = Promise.withResolvers<unknown>()
  await open({ 'GET /api/v1/get_comm_history/': () => waiting.promise })
  expect(await rows()).toHaveLength(7)
  await act(async () => waiting.resolve({ comms: [], is_cut: false }))
  expect(await screen.findByText('No Data')).toBeTruthy()
})

test('a truncated history says so', async () => {
  await open({ 'GET /api/v1/get_comm_history/': { comms: COMMS, is_cut: true } })
  expect(await screen.findByText(/^These are the newest 10,000 records/)).toBeTruthy()
})

const FAILURES = [
  { call: 'v1/get_comm_history/', view: '', message: 'Unable to pull comm history', alerts: 1 },
  {
    ...{ call: 'v1/all_user_subscriptions/', view: '?view=subscriptions', alerts: 1 },
    message: 'Unable to pull all subscription options',
  },
  {
    ...{ call: 'v4/get_user_subscriptions/', view: '?view=subscriptions', alerts: 0 },
    message: 'Unable to pull your subscription options',
  },
  { call: 'broadcasts/', view: '', message: 'Unable to pull the recent broadcasts', alerts: 0 },
]

test.each(FAILURES)('when $call fails, a toast shows: $message', async ({ call, view, message, alerts }) => {
  await open({ [`GET /api/${call}`]: new Refused(400, 'not today') }, AT + view)
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'not today' }]))
  const visibleAlerts = screen.queryAllByRole('alert')
  expect(visibleAlerts).toHaveLength(alerts)
  for (const alert of visibleAlerts) {
    expect(alert.textContent).toContain('not today')
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
  }
})

test.each([
  '6',
  'zz',
  '00',
  toHex('ana'),
  `c3${toHex('@x.org')}`,
  toHex('a\u0000@b.de'),
  '%22',
  'ana@example.com',
])('the path %s shows Invalid Email, and no request is sent', async (hex) => {
  const { sent } = await open({}, `/comm_history/u/${hex}`)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Invalid Email')
  expect(screen.getByRole('link', { name: 'Search for another subscriber' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('the subscriptions view shows the choices by category and that the address is verified', async () => {
  await open(personWith('edit_subscriptions'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Subscription Options' }))
  expect(await screen.findByText('Verified')).toBeTruthy()
  const part = (name: string) => screen.getByRole('heading', { name }).parentElement?.textContent
  await waitFor(() => expect(part('P1')).toContain('Services (2 of 2 chosen)Expense, Analysis'))
  expect(part('P1')).toContain('Data centers (1 of 2 chosen)EMEA')
  expect(part('P1')).toContain('Alert types (1 of 2 chosen)Update')
  expect(part('P2')).toBe('P2not subscribed')
  expect(part('Notifications')).toContain('Personalized Acme Open')
  expect(screen.getByRole('link', { name: 'Change the subscriptions' }).getAttribute('href')).toBe(
    `/subscriptions?email=${encodeURIComponent(ANA)}`,
  )
})

test('without the permission to change subscriptions, the page names the one needed', async () => {
  await open({}, `${AT}?view=subscriptions`)
  expect(
    await screen.findByText('To change them needs the action “Change what others are subscribed to”.'),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Change the subscriptions' })).toBeNull()
})

test('an address that nobody has signed in with is not verified', async () => {
  const nothing = { P1: { services: [], data_centers: [], alert_types: [] } }
  const subscriptions = {
    ...nothing,
    P2: nothing.P1,
    notifications: { data_centers: [], notification_types: [] },
  }
  await open(
    { 'GET /api/v1/all_user_subscriptions/': { verified: false, subscriptions, locale: null, paused: null } },
    `${AT}?view=subscriptions`,
  )
  expect(await screen.findByText('Not verified')).toBeTruthy()
  expect(screen.getAllByText('not subscribed')).toHaveLength(3)
})

test('a reset explains itself, starts with the focus on Back, and needs a confirmation', async () => {
  const { sent } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reset Profile' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reset this profile?' })
  expect(dialog.textContent).toContain(
    'The links for unsubscribing in all mails that they have got so far stop working.',
  )
  expect(document.activeElement?.textContent).toBe('Back')
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset Profile' }))
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'success' }]))
  expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
    url: { pathname: '/api/clear_uuid/' },
    body: { email: ANA, audit_log_data: { application_name: 'Aviary', action_name: 'Clear Profile' } },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a failed reset shows a toast, and the dialog stays', async () => {
  await open({ 'PUT /api/clear_uuid/': new Refused(400, 'no reset') })
  await userEvent.click(await screen.findByRole('button', { name: 'Reset Profile' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset Profile' }))
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'Unable to clear uuid', reason: 'no reset' },
    ]),
  )
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Reset Profile' }))
})

test('a former subscriber has a history but no profile to reset', async () => {
  await open({ 'GET /api/subscriber_exists/': { exists: false } })
  expect(await screen.findByText(/^Nobody subscribes with this address today/)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Profile' })
  expect([button.disabled, button.title]).toEqual([true, 'Nobody subscribes with this address'])
  expect(await screen.findByText('250 taken')).toBeTruthy()
})

test('a row opens the explanation of its mail', async () => {
  const { sent } = await open({
    'GET /api/v1/explain_mailed/': explanation({
      delivery_id: 5,
      delivery_state: 'failed',
      changed_since: true,
    }),
  })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Why mailed: OPI-7, Update' }))[0] as HTMLElement,
  )
  const dialog = await screen.findByRole('dialog', { name: `Why ${ANA} was mailed, or not` })
  expect(await within(dialog).findByText('It was for this address: the mail failed.')).toBeTruthy()
  expect(
    within(dialog).getByText(/^They changed their choice or their profile after this was sent/),
  ).toBeTruthy()
  expect(
    sent.find(({ url }) => url.pathname === '/api/v1/explain_mailed/')?.url.searchParams.toString(),
  ).toBe(`email=${encodeURIComponent(ANA)}&broadcast_id=9`)
})

test('a mail that came back is told of, with the answer of the mail server and in its explanation', async () => {
  const bounced = comm({ email_event: 'bounced', response: '550 5.1.1 no such mailbox' })
  await open({
    'GET /api/v1/get_comm_history/': { comms: [bounced], is_cut: false },
    'GET /api/v1/explain_mailed/': explanation({
      delivery_state: 'bounced',
      rules: [
        { rule: 'exists', passes: true, wanted: [], chosen: [] },
        { rule: 'not_paused', passes: false, wanted: [], chosen: [] },
      ],
    }),
  })
  await screen.findByText('550 5.1.1 no such mailbox')
  expect(getCellText((await rows())[0] as HTMLTableRowElement, 2)).toBe('bounced550 5.1.1 no such mailbox')
  await userEvent.click(screen.getByRole('button', { name: 'Why mailed: OPI-7, Update' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('It was mailed to this address, and came back.')).toBeTruthy()
  expect(dialog.getByRole('row', { name: /^Mails to the address were not paused no$/ })).toBeTruthy()
})

test('a picked broadcast explains, rule by rule, why it was not mailed', async () => {
  const { sent } = await open()
  const select = await screen.findByRole('combobox', { name: 'Recent broadcasts' })
  const show = screen.getByRole<HTMLButtonElement>('button', { name: 'Show why' })
  expect([show.disabled, show.title]).toEqual([true, 'Pick a broadcast'])
  await screen.findByRole('option', { name: /^OPI-8: Update/ })
  await userEvent.selectOptions(select, '11')
  await userEvent.click(show)
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('It was not mailed to this address.')).toBeTruthy()
  const explanation = within(dialog)
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1)
    .map((row) => [...row.cells].map(({ textContent }) => textContent?.trim()))
  expect(explanation.slice(1)).toEqual([
    ['Category', 'yes', 'Notifications', 'P1, Notifications'],
    ['One of the data centers', 'no', 'EMEA', 'nothing'],
    ['Type of the notification', 'yes', 'Personalized Acme Open', 'Personalized Acme Open'],
  ])
  expect(explanation[0]?.slice(0, 2)).toEqual(['Was a subscriber then', 'yes'])
  expect(within(dialog).queryByText(/They changed/)).toBeNull()
  expect(
    sent.find(({ url }) => url.pathname === '/api/v1/explain_mailed/')?.url.searchParams.get('broadcast_id'),
  ).toBe('11')
})

test('broadcasts can be searched by what they were about', async () => {
  const { sent } = await open({
    'GET /api/broadcasts/': ({ url }: { url: URL }) => ({
      broadcasts: url.searchParams.get('reference') ? [] : [broadcast(9, 'OPI-7')],
      more_results: false,
    }),
  })
  await screen.findByRole('option', { name: /^OPI-7: Update/ })
  await userEvent.type(screen.getByRole('textbox', { name: 'OPI or event' }), 'OPI-99')
  expect(await screen.findByRole('option', { name: 'No broadcast matches' })).toBeTruthy()
  const references = sent
    .filter(({ url }) => url.pathname === '/api/broadcasts/')
    .map(({ url }) => url.searchParams.get('reference'))
  expect(references).toEqual([null, 'OPI-99'])
})

test('the explanation of an old broadcast says what is not known', async () => {
  await open({
    'GET /api/v1/explain_mailed/': explanation({ is_reconstructed: true, subscriber_since: null }),
  })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Why mailed: OPI-7, Update' }))[0] as HTMLElement,
  )
  expect(await screen.findByText(/^This broadcast is older than the record/)).toBeTruthy()
  expect(screen.getByText('Nobody subscribes with this address')).toBeTruthy()
})

test('an explanation that fails shows the reason', async () => {
  await open({ 'GET /api/v1/explain_mailed/': new Refused(404, 'There is no broadcast 9') })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Why mailed: OPI-7, Update' }))[0] as HTMLElement,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('There is no broadcast 9')
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Communication History', 'Application', open)
})
