import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../testing/render.tsx'
import { closeAllToasts } from '../ui/toast-store.ts'
import { openPalette } from './palette-state.ts'
import { Shortcuts } from './Shortcuts.tsx'

const person = (...allowed: string[]) => ({
  data: {
    email: 'ines.incident@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})
const company = (id: number, name: string | null) => ({
  id,
  name,
  entity_code: `ac-${id}`,
  data_center: 'eu',
})

/** Shows the current URL, to check where the palette navigated. */
const CurrentUrl = () => <p data-testid="where">{useLocation().href}</p>

async function renderShortcuts(changed: Answers = {}) {
  const { sent } = await renderPage(
    <>
      <CurrentUrl />
      <Shortcuts />
    </>,
    {
      'POST /api/get_user_id/': person(),
      'GET /api/incidents/': { payload: [], more_results: false },
      'GET /api/locales': { data: [{ system_key: 'de', display_name: 'Deutsch' }] },
      'GET /api/customer_catalog/': { companies: [company(47, 'Acme & Sons'), company(48, null)] },
      'POST /api/sign_out/': new Refused(400, 'not now'),
      ...changed,
    },
  )
  await screen.findByTestId('where')
  return sent
}

async function open(changed: Answers = {}) {
  const sent = await renderShortcuts(changed)
  openPalette()
  const box = await screen.findByPlaceholderText('Pages, incidents by id, customers, commands')
  const searches = () => sent.filter(({ url }) => url.pathname === '/api/customer_catalog/')
  return { sent, box, searches }
}

const group = (name: string) => screen.queryByRole('group', { name, hidden: true })
const items = (name: string) =>
  [...(group(name)?.querySelectorAll('[data-action]') ?? [])].map(({ textContent }) => textContent)
const selected = () => document.querySelector('[data-selected]')?.textContent

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('loads nothing until the palette is opened', async () => {
  const { sent } = await renderPage(<Shortcuts />, {
    'POST /api/get_user_id/': person(),
  })
  await waitFor(() => expect(sent).not.toEqual([]))
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/get_user_id/'])
})

test('searches customers from two characters on, after the debounce, and shows progress', async () => {
  let release: (value: unknown) => void = () => undefined
  const { box, searches } = await open({
    'GET /api/customer_catalog/': () => new Promise((resolve) => (release = resolve)),
  })
  await userEvent.type(box, 'ä')
  expect(screen.queryByText('Searching…')).toBeNull()
  await userEvent.type(box, 'x & y | z')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
  await waitFor(() => expect(searches()).toHaveLength(1))
  expect(searches()[0]?.url.searchParams.get('search_text')).toBe('äx ampersand y')
  release({ companies: [company(47, 'Acme & Sons'), company(48, null)] })
  await waitFor(() =>
    expect(items('Customers')).toEqual([
      'Acme & SonsEntity ID ac-47 · Outtask ID 47',
      '48Entity ID ac-48 · Outtask ID 48',
    ]),
  )
  expect(screen.queryByText('Searching…')).toBeNull()
  // The first new result is selected, so Enter opens it.
  expect(selected()).toContain('Acme & Sons')
})

test('opens the page of a customer on Enter', async () => {
  const { box } = await open()
  await userEvent.type(box, 'acme')
  await waitFor(() => expect(selected()).toContain('Acme & Sons'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/customers?company=47'))
})

test.each(['MNT-12', 'mnt 12'])(
  'opens the maintenance event for %s, and offers no incident',
  async (typed) => {
    const { box } = await open()
    await userEvent.type(box, typed)
    await waitFor(() => expect(selected()).toBe('Maintenance event MNT-12'))
    expect(items('Maintenance events')).toEqual(['Maintenance event MNT-12'])
    expect(group('Incidents')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/maintenance_event/review/12'))
  },
)

test('removes customers of an earlier search text at once', async () => {
  const { box } = await open()
  await userEvent.type(box, 'acme')
  await waitFor(() => expect(items('Customers')).toHaveLength(2))
  fireEvent.change(box, { target: { value: 'acmex' } })
  expect(items('Customers')).toEqual([])
})

test('reports a failed search', async () => {
  const { box } = await open({ 'GET /api/customer_catalog/': new Refused(400, 'no') })
  await userEvent.type(box, 'acme')
  expect(await screen.findByText('Customers cannot be searched right now')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
})

test('says that nothing was found only after the search has finished', async () => {
  const { box } = await open({ 'GET /api/customer_catalog/': { companies: [] } })
  await userEvent.type(box, 'zzz')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

test('lists only commands that the person may use', async () => {
  const { box } = await open()
  await waitFor(() =>
    expect(items('Commands')).toEqual([
      'Keyboard shortcuts',
      'Switch between light and dark',
      'Sign out',
      'Deutsch',
    ]),
  )
  await userEvent.type(box, 'nothing like it')
  expect(group('Commands')).toBeNull()
})

test('offers messages and the banner to incident managers', async () => {
  await open({
    'POST /api/get_user_id/': person(
      'view_incident_management_page',
      'create_p2_message',
      'edit_service_disruption_banner',
    ),
  })
  await waitFor(() =>
    expect(items('Commands').slice(0, 2)).toEqual([
      'Create messageBy way of incident management',
      'Show or hide the bannerBy way of incident management',
    ]),
  )
})

const incident = (jiraId: string, priorityType: string, isInternal = 'N') => ({
  ...{ jiraId, priorityType, isInternal, details: `Details of ${jiraId}` },
})
const openIncidents = {
  payload: [incident('OPI-1', 'P1'), incident('OPI-2', 'P2'), incident('OPI-3', 'P2', 'Y')],
  more_results: false,
}
const post = (id: string) => `Post on ${id}Details of ${id}`

test.each([
  { allowed: [], offered: [] },
  { allowed: ['create_p2_message'], offered: [post('OPI-2')] },
  {
    allowed: ['create_p1_message', 'create_p2_message', 'create_is_internal_message'],
    offered: [post('OPI-1'), post('OPI-2'), post('OPI-3')],
  },
])('offers to post on $offered with $allowed', async ({ allowed, offered }) => {
  const { box } = await open({
    'POST /api/get_user_id/': person(...allowed),
    'GET /api/incidents/': openIncidents,
  })
  await waitFor(() => expect(items('Incidents')).toHaveLength(3))
  await userEvent.type(box, 'post on')
  expect(items('Commands')).toEqual(offered)
})

test('opens the incident with the dialog to post on Enter', async () => {
  const { box } = await open({
    'POST /api/get_user_id/': person('create_p2_message'),
    'GET /api/incidents/': openIncidents,
  })
  await userEvent.type(box, 'post on opi-2')
  await waitFor(() => expect(selected()).toBe(post('OPI-2')))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/details/OPI-2?post=open'))
})

test('lists the keyboard shortcuts by keyboard alone', async () => {
  const { box } = await open()
  await userEvent.type(box, 'keyboard')
  await waitFor(() => expect(selected()).toBe('Keyboard shortcuts'))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts', hidden: true })).toBeTruthy()
})

test('finds sections of the guide by words of their text, and opens them', async () => {
  const { box } = await open()
  await waitFor(() => expect(items('Guide')).toEqual(['Using Aviary']))
  await userEvent.type(box, 'revoke copy token')
  await waitFor(() => expect(selected()).toMatch(/^Let another system in/))
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(screen.getByTestId('where').textContent).toBe('/guide/administration#let-another-system-in'),
  )
})

test('signs out', async () => {
  const { box, sent } = await open()
  await userEvent.type(box, 'sign out')
  await waitFor(() => expect(selected()).toBe('Sign out'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent.some(({ url }) => url.pathname === '/api/sign_out/')).toBe(true))
})

test('the arrow keys go around the items, and an item that arrives later does not take the selection', async () => {
  const answered = Promise.withResolvers<object>()
  const { box } = await open({ 'GET /api/incidents/': () => answered.promise })
  await userEvent.type(box, 's')
  await waitFor(() => expect(selected()).toBe(items('Pages')[0]))
  answered.resolve(openIncidents)
  await waitFor(() => expect(items('Incidents')).toHaveLength(3))
  expect(selected()).toBe(items('Pages')[0])
  await userEvent.keyboard('{ArrowUp}')
  expect(selected()).toBe(items('Incidents')[2])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  const last = items('Commands').at(-1)
  expect(selected()).toBe(last)
  await userEvent.keyboard('{ArrowDown}')
  expect(selected()).toBe(items('Incidents')[0])
})

test('what is typed before the palette has its field is not lost', async () => {
  await renderShortcuts()
  openPalette()
  for (const key of ['h', 'x', 'Backspace', 'i', 's'])
    expect(fireEvent.keyDown(document.body, { key })).toBe(false)
  const box = await screen.findByPlaceholderText('Pages, incidents by id, customers, commands')
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('his'))
  await userEvent.keyboard('t')
  expect((box as HTMLInputElement).value).toBe('hist')
  await waitFor(() => expect(items('Pages')).toEqual(['Change history', 'Incident history']))
})

test('Escape gives a palette up that is on its way, and the keys are free again', async () => {
  await renderShortcuts()
  openPalette()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(fireEvent.keyDown(document.body, { key: 'h' })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})
