import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { chosenOf } from '@aviary/contract/subscriptions/rules'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SubscriptionsPage } from './SubscriptionsPage.tsx'

const SUE = 'sue.subscriber@acme.example'
const personWith = (...allowed_actions: string[]) => ({
  data: {
    email: SUE,
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})
const person = personWith()

const list = (...named: [id: string | number, name: string, selected?: boolean][]): SubscriptionOption[] =>
  named.map(([id, name, selected = false], display_order) => ({ id, name, display_order, selected }))

const priority = (first: number, selected = false) => ({
  services: list(['Expense', 'Expense', selected], ['Analysis/Intelligence', 'Analysis']),
  data_centers: list(['us2', 'us2', selected], ['eu', 'EMEA']),
  alert_types: list([first, 'Update', selected], [first + 1, 'Root Cause Analysis']),
})

/** One choice in P1, none elsewhere. */
const options = (changes: Partial<SubscriptionOptions> = {}): SubscriptionOptions => ({
  P1: priority(1, true),
  P2: priority(11),
  notifications: {
    data_centers: list(['us2', 'us2'], ['eu', 'EMEA']),
    notification_types: list(
      ['Personalized Open', 'Personalized Acme Open'],
      ['Maintenance Update', 'Maintenance Update'],
    ),
  },
  ...changes,
})

const answer = (stored = options()) => ({ userSubscriptions: chosenOf(stored), subscriptionOptions: stored })

const open = (changed: Answers = {}, path = '/subscriptions') =>
  renderPage(
    <SubscriptionsPage />,
    {
      'POST /api/get_user_id/': person,
      'GET /api/v4/get_user_subscriptions/': answer(),
      'POST /api/v4/subscribe/': ({ body }: { body: unknown }) => ({
        userSubscriptions: (body as { subscriptions: unknown }).subscriptions,
      }),
      ...changed,
    },
    path,
  )

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads the token from this cookie
  document.cookie = 'tokens=the-token'
})

const group = (name: string) => screen.findByRole('columnheader', { name })
/** The part of the matrix with one list of a group. */
const findList = async (inGroup: string, inList: string) => {
  const table = (await group(inGroup)).closest('table')
  if (!table) throw new Error('a group is a column')
  return within(within(table).getByRole('rowgroup', { name: inList }))
}
const box = async (inGroup: string, inList: string, name: string) =>
  (await findList(inGroup, inList)).getByRole<HTMLInputElement>('checkbox', { name: `${name}, ${inGroup}` })
const tick = async (...where: [string, string, string]) => userEvent.click(await box(...where))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const submit = () => screen.getByRole('button', { name: 'Submit' })
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
/** The words beside the button. */
const submitState = () => submit().parentElement?.querySelector('[role=status]')?.textContent
const getState = async (name: string) => {
  const id = (await group(name)).getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent
}
const PLEASE = 'Please ensure at least one box is checked per category.'

test('the page shows the address and three groups with their choices in words', async () => {
  const { sent } = await open()
  expect((await screen.findByText(SUE)).parentElement?.textContent).toBe(`E-mail address: ${SUE}`)
  expect(await getState('P1')).toBe('3 of 6 chosen')
  expect(await getState('P2')).toBe('not subscribed')
  expect(await getState('Notifications')).toBe('not subscribed')
  const names = within(screen.getByRole('table', { name: 'P1, P2' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Services', 'Data centers', 'Alert types'])
  expect((await box('P1', 'Services', 'Expense')).checked).toBe(true)
  expect((await box('P1', 'Services', 'Analysis')).checked).toBe(false)
  await box('Notifications', 'Notification types', 'Personalized Acme Open')
  expect([isOff(submit()), submitState()]).toEqual([true, 'Nothing has been changed'])
  expect(sent.find(({ url }) => url.pathname.includes('subscriptions'))?.url.search).toBe(
    `?email=${encodeURIComponent(SUE)}`,
  )
})

test('options are shown in display order, and only those the server offers', async () => {
  const P1 = priority(1)
  await open({
    'GET /api/v4/get_user_subscriptions/': answer(
      options({ P1: { ...P1, alert_types: P1.alert_types.toReversed() } }),
    ),
  })
  const types = await findList('P1', 'Alert types')
  const labels = types.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(labels).toEqual(['Alert types', 'Update', 'Root Cause Analysis'])
  expect(screen.queryByText(/internal/i)).toBeNull()
})

test('select all and clear all affect one group', async () => {
  await open()
  await group('P2')
  await press('Select all: P2')
  expect(await getState('P2')).toBe('6 of 6 chosen')
  expect(await getState('P1')).toBe('3 of 6 chosen')
  await press('Clear all: P1')
  expect(await getState('P1')).toBe('not subscribed')
  expect(await getState('P2')).toBe('6 of 6 chosen')
  expect(isOff(submit())).toBe(false)
})

test('groups share the line of an option that both offer, alert types by their names', async () => {
  const P2 = { ...priority(11), alert_types: list([12, 'Root Cause Analysis'], [13, 'Report']) }
  const { sent } = await open({ 'GET /api/v4/get_user_subscriptions/': answer(options({ P2 })) })
  const types = await findList('P1', 'Alert types')
  const lines = types.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(lines).toEqual(['Alert types', 'Update', 'Root Cause Analysis', 'Report'])
  const boxes = ['Update, P1', 'Root Cause Analysis, P1', 'Root Cause Analysis, P2', 'Report, P2']
  expect(types.getAllByRole('checkbox')).toHaveLength(boxes.length)
  for (const name of boxes) types.getByRole('checkbox', { name })
  await press('Select all: P2')
  await userEvent.click(submit())
  await waitFor(() =>
    expect(sent.find(({ url }) => url.pathname === '/api/v4/subscribe/')?.body).toMatchObject({
      subscriptions: { P1: { alert_types: [1] }, P2: { alert_types: [12, 13] } },
    }),
  )
})

test('a preset ticks boxes and sends nothing, and the foot counts them', async () => {
  const { sent } = await open()
  await group('P1')
  expect(screen.getByText('3 of 16 chosen')).toBeTruthy()
  expect(screen.queryByText('unsaved')).toBeNull()
  await press('All P1')
  expect(await getState('P1')).toBe('6 of 6 chosen')
  expect(await getState('P2')).toBe('not subscribed')
  expect(screen.getByText('6 of 16 chosen')).toBeTruthy()
  expect(screen.getByText('unsaved')).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname.includes('subscribe'))).toBe(false)
})

test('a list can be ticked and cleared as a whole, and shows a partial choice', async () => {
  await open()
  const services = await findList('P1', 'Services')
  services.getByText('1 of 2 chosen')
  await press('Select all: Services, P1')
  expect(await getState('P1')).toBe('4 of 6 chosen')
  services.getByText('2 of 2 chosen')
  await press('Clear all: Services, P1')
  expect(await getState('P1')).toBe(`2 of 6 chosen${PLEASE}`)
})

test('an incomplete category says so, and nothing is submitted', async () => {
  const { sent } = await open()
  await tick('Notifications', 'Data centers', 'us2')
  expect(await getState('Notifications')).toBe(`1 of 4 chosen${PLEASE}`)
  expect(screen.getAllByText(PLEASE)).toHaveLength(1)
  const missing = await findList('Notifications', 'Notification types')
  expect(missing.getByText('nothing chosen')).toBeTruthy()
  expect([isOff(submit()), submitState()]).toEqual([true, 'Not complete yet: Notifications.'])
  await userEvent.keyboard('{Enter}')
  await tick('Notifications', 'Notification types', 'Maintenance Update')
  expect(screen.queryByText(PLEASE)).toBeNull()
  expect(isOff(submit())).toBe(false)
  expect(sent.some(({ method, url }) => method === 'POST' && url.pathname.includes('subscribe'))).toBe(false)
})

test('the request contains exactly what the specification names', async () => {
  const { sent } = await open()
  await tick('P1', 'Services', 'Analysis')
  await press('Select all: Notifications')
  await userEvent.click(submit())
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'success', message: 'Notification preferences have been successfully updated!' },
    ]),
  )
  expect(sent.find(({ url }) => url.pathname === '/api/v4/subscribe/')?.body).toEqual({
    email: SUE,
    locale: 'en',
    application: 'Aviary',
    auth: 'the-token',
    subscriptions: {
      P1: { services: ['Expense', 'Analysis/Intelligence'], data_centers: ['us2'], alert_types: [1] },
      P2: { services: [], data_centers: [], alert_types: [] },
      notifications: {
        data_centers: ['us2', 'eu'],
        notification_types: ['Personalized Open', 'Maintenance Update'],
      },
    },
    audit_log_data: {
      application_name: 'Aviary',
      user_email: SUE,
      action_name: 'Update Subscriptions',
    },
  })
})

test('after a submit there is nothing left to submit', async () => {
  let stored = options()
  await open({
    'GET /api/v4/get_user_subscriptions/': () => answer(stored),
    'POST /api/v4/subscribe/': () => {
      stored = options({ P1: priority(1) })
      return { userSubscriptions: chosenOf(stored) }
    },
  })
  await group('P1')
  await press('Clear all: P1')
  await userEvent.click(submit())
  await waitFor(() => expect(submitState()).toBe('Nothing has been changed'))
  expect(await getState('P1')).toBe('not subscribed')
  expect(screen.queryByText(/unsaved changes/)).toBeNull()
})

test('the form cannot be submitted again while a submit is pending', async () => {
  const waiting = Promise.withResolvers<unknown>()
  let stored = options()
  await open({
    'GET /api/v4/get_user_subscriptions/': () => answer(stored),
    'POST /api/v4/subscribe/': () => waiting.promise,
  })
  await group('P1')
  await press('Clear all: P1')
  await userEvent.click(submit())
  await waitFor(() => expect([isOff(submit()), submitState()]).toEqual([true, 'Submitting…']))
  stored = options({ P1: priority(1) })
  waiting.resolve({ userSubscriptions: chosenOf(stored) })
  await waitFor(() => expect(submitState()).toBe('Nothing has been changed'))
})

test('a failure is reported and keeps the ticks', async () => {
  await open({ 'POST /api/v4/subscribe/': new Refused(400, 'the dog ate it') })
  await group('P2')
  await press('Select all: P2')
  await userEvent.click(submit())
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      {
        kind: 'error',
        message: 'There was an unexpected error attempting to update your notification preferences.',
        reason: 'the dog ate it',
      },
    ]),
  )
  expect(await getState('P2')).toBe('6 of 6 chosen')
  expect(isOff(submit())).toBe(false)
})

test('ticks survive a reload until they are discarded', async () => {
  await open()
  await tick('P1', 'Data centers', 'EMEA')
  expect(screen.getByText(/There are unsaved changes/)).toBeTruthy()
  cleanup()
  await open()
  expect((await box('P1', 'Data centers', 'EMEA')).checked).toBe(true)
  await press('Discard changes')
  expect((await box('P1', 'Data centers', 'EMEA')).checked).toBe(false)
  expect(screen.queryByText(/There are unsaved changes/)).toBeNull()
  const discard = screen.getByRole('button', { name: 'Discard changes' })
  expect([isOff(discard), document.activeElement]).toEqual([true, discard])
})

test('a change made elsewhere shows and keeps the unsaved ticks', async () => {
  let stored = options()
  await open({ 'GET /api/v4/get_user_subscriptions/': () => answer(stored) })
  await tick('P1', 'Data centers', 'EMEA')
  stored = options({ P2: priority(11, true) })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(async () => expect(await getState('P2')).toBe('3 of 6 chosen'))
  expect((await box('P1', 'Data centers', 'EMEA')).checked).toBe(true)
  expect(isOff(submit())).toBe(false)
})

test('a box stored elsewhere as ticked here no longer counts as a change', async () => {
  let stored = options()
  await open({ 'GET /api/v4/get_user_subscriptions/': () => answer(stored) })
  await group('P1')
  await press('Clear all: P1')
  stored = options({ P1: priority(1) })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(submitState()).toBe('Nothing has been changed'))
  stored = options()
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(async () => expect(await getState('P1')).toBe('3 of 6 chosen'))
  expect(submitState()).toBe('Nothing has been changed')
})

test('offline nothing is submitted, and the reason is shown', async () => {
  await open()
  await tick('P1', 'Data centers', 'EMEA')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(isOff(submit())).toBe(true)
  expect(submitState()).toMatch(/^You are offline/)
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(isOff(submit())).toBe(false)
})

test('a list without options says so', async () => {
  await open({
    'GET /api/v4/get_user_subscriptions/': answer(options({ P2: { ...priority(11), alert_types: [] } })),
  })
  expect(
    (await findList('P2', 'Alert types')).getByText('There is nothing to choose from here.'),
  ).toBeTruthy()
})

test('a failure to load the options is reported and can be retried', async () => {
  let response: unknown = new Refused(400, 'no options today')
  await open({ 'GET /api/v4/get_user_subscriptions/': () => response })
  expect((await screen.findByRole('alert')).textContent).toContain('no options today')
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'Unable to pull your subscription options',
      reason: 'no options today',
    }),
  )
  response = answer()
  await press('Try again')
  expect(await getState('P1')).toBe('3 of 6 chosen')
})

test('the page of another person names them and submits for them', async () => {
  const helper = { 'POST /api/get_user_id/': personWith('edit_subscriptions') }
  const { sent } = await open(helper, '/subscriptions?email=ana%40example.com')
  expect(
    await screen.findByText(
      'These are the subscriptions of ana@example.com, not your own. They get a mail that says what you changed.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To your own subscriptions' })).toBeTruthy()
  await group('P1')
  await press('Clear all: P1')
  await userEvent.click(submit())
  await waitFor(() => expect(readToasts()[0]?.kind).toBe('success'))
  expect(sent.find(({ url }) => url.pathname === '/api/v4/subscribe/')?.body).toMatchObject({
    email: 'ana@example.com',
    audit_log_data: { user_email: SUE },
  })
})

test('with read permission only, the choices show, nothing can be changed, and the reason is shown', async () => {
  const reader = { 'POST /api/get_user_id/': personWith('view_subscriber_comm_history') }
  const { sent } = await open(reader, '/subscriptions?email=ana%40example.com')
  expect(await getState('P1')).toBe('3 of 6 chosen')
  const boxes = screen.getAllByRole('checkbox')
  expect(boxes.every((box) => (box as HTMLInputElement).disabled)).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear all: P1' }).disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toBe(
    'You may read them. To change them needs the action “Change what others are subscribed to”.',
  )
  expect(screen.queryByText(/They get a mail/)).toBeNull()
  await userEvent.click(submit())
  expect(sent.filter(({ url }) => url.pathname === '/api/v4/subscribe/')).toEqual([])
})

test('without the permission the refusal is shown, and one’s own address always opens one’s own page', async () => {
  await open(
    { 'GET /api/v4/get_user_subscriptions/': new Refused(403, 'those of others need an action') },
    '/subscriptions?email=ana%40example.com',
  )
  expect((await screen.findByRole('alert')).textContent).toContain('those of others need an action')
  cleanup()
  await open({}, `/subscriptions?email=${SUE.toUpperCase()}`)
  expect((await screen.findByText(SUE)).parentElement?.textContent).toBe(`E-mail address: ${SUE}`)
})

test('arrow keys move between the boxes, in both directions', async () => {
  await open()
  const first = await box('P1', 'Services', 'Expense')
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await box('P1', 'Services', 'Analysis'))
  await userEvent.keyboard('{ArrowUp}{ArrowRight} ')
  const besides = await box('P2', 'Services', 'Expense')
  expect(document.activeElement).toBe(besides)
})
