import { useLocation } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
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

/** The address as the page sees it, to tell where the palette went. */
const Where = () => <p data-testid="where">{useLocation().href}</p>

async function open(changed: Answers = {}) {
  const { sent } = await renderPage(
    <>
      <Where />
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
  openPalette()
  const box = await screen.findByPlaceholderText('Pages, incidents by id, customers, commands')
  const asked = () => sent.filter(({ url }) => url.pathname === '/api/customer_catalog/')
  return { sent, box, asked }
}

const group = (name: string) => screen.queryByRole('group', { name, hidden: true })
const items = (name: string) =>
  [...(group(name)?.querySelectorAll('[data-action]') ?? [])].map(({ textContent }) => textContent)
const selected = () => document.querySelector('[data-selected]')?.textContent

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('nothing is loaded before the palette is opened', async () => {
  const { sent } = await renderPage(<Shortcuts />, {
    'POST /api/get_user_id/': person(),
  })
  await waitFor(() => expect(sent).not.toEqual([]))
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/get_user_id/'])
})

test('customers are searched from two characters on, once typing rests, and say so meanwhile', async () => {
  let release: (value: unknown) => void = () => undefined
  const { box, asked } = await open({
    'GET /api/customer_catalog/': () => new Promise((resolve) => (release = resolve)),
  })
  await userEvent.type(box, 'ä')
  expect(screen.queryByText('Searching…')).toBeNull()
  await userEvent.type(box, 'x & y | z')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.url.searchParams.get('search_text')).toBe('äx ampersand y')
  release({ companies: [company(47, 'Acme & Sons'), company(48, null)] })
  await waitFor(() =>
    expect(items('Customers')).toEqual([
      'Acme & SonsEntity ID ac-47 · Outtask ID 47',
      '48Entity ID ac-48 · Outtask ID 48',
    ]),
  )
  expect(screen.queryByText('Searching…')).toBeNull()
  // The first of what came is what Enter opens.
  expect(selected()).toContain('Acme & Sons')
})

test('Enter goes to the page of the customer', async () => {
  const { box } = await open()
  await userEvent.type(box, 'acme')
  await waitFor(() => expect(selected()).toContain('Acme & Sons'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/customers?company=47'))
})

test.each(['MNT-12', 'mnt 12'])('%s leads to the maintenance event, and is no incident', async (typed) => {
  const { box } = await open()
  await userEvent.type(box, typed)
  await waitFor(() => expect(selected()).toBe('Maintenance event MNT-12'))
  expect(items('Maintenance events')).toEqual(['Maintenance event MNT-12'])
  expect(group('Incidents')).toBeNull()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/maintenance_event/review/12'))
})

test('customers of an earlier text are gone at once', async () => {
  const { box } = await open()
  await userEvent.type(box, 'acme')
  await waitFor(() => expect(items('Customers')).toHaveLength(2))
  await userEvent.type(box, 'x')
  expect(items('Customers')).toEqual([])
})

test('a search that fails says so', async () => {
  const { box } = await open({ 'GET /api/customer_catalog/': new Refused(400, 'no') })
  await userEvent.type(box, 'acme')
  expect(await screen.findByText('Customers cannot be searched right now')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
})

test('nothing is said to be found only when the search is over', async () => {
  const { box } = await open({ 'GET /api/customer_catalog/': { companies: [] } })
  await userEvent.type(box, 'zzz')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

test('the commands are those the person may do', async () => {
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

test('who manages incidents is led to messages and to the banner', async () => {
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

test('by keyboard alone it lists the shortcuts', async () => {
  const { box } = await open()
  await userEvent.type(box, 'keyboard')
  await waitFor(() => expect(selected()).toBe('Keyboard shortcuts'))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts', hidden: true })).toBeTruthy()
})

test('it signs out', async () => {
  const { box, sent } = await open()
  await userEvent.type(box, 'sign out')
  await waitFor(() => expect(selected()).toBe('Sign out'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent.some(({ url }) => url.pathname === '/api/sign_out/')).toBe(true))
})
