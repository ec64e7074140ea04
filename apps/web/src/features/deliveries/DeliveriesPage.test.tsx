import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { DeliveriesPage } from './DeliveriesPage.tsx'

const delivery: Delivery = {
  delivery_id: 5,
  broadcast_id: 9,
  reference: 'OPI-7',
  message_type: 'Update',
  email: 'ana@example.com',
  company_id: 7,
  company_name: 'Heron Ltd',
  locale: 'en',
  state: 'sent',
  attempts: 1,
  response: '250 taken',
  created_date: '2026-08-20T12:00:00.000Z',
  sent_date: '2026-08-20T12:00:01.000Z',
  next_try_date: null,
}

const open = (changed: Answers = {}, at = '/deliveries') =>
  renderPage(
    <DeliveriesPage />,
    {
      'GET /api/deliveries/': { deliveries: [delivery], more_results: true },
      'GET /api/locales': { data: [{ system_key: 'en', display_name: 'English' }] },
      ...changed,
    },
    at,
  )

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('a mail is listed with who, what, when, in which language and what became of it', async () => {
  await open()
  const row = (await screen.findByText('ana@example.com')).closest('tr')
  for (const text of ['OPI-7', 'Update', 'Heron Ltd', 'English', 'sent', '250 taken'])
    expect(await within(row as HTMLElement).findByText(text)).toBeTruthy()
})

test('a mail about maintenance leads to its event', async () => {
  await open({
    'GET /api/deliveries/': { deliveries: [{ ...delivery, reference: 'MNT-7' }], more_results: false },
  })
  const link = await screen.findByRole('link', { name: 'MNT-7' })
  expect(link.getAttribute('href')).toBe('/maintenance_event/review/7')
})

test('filters come from the address and go to the server', async () => {
  const { sent } = await open({}, '/deliveries?reference=OPI-7&email=ana@example.com&page=2')
  await screen.findByText('250 taken')
  const asked = sent.find(({ url }) => url.pathname === '/api/deliveries/')?.url.searchParams
  expect(Object.fromEntries(asked ?? [])).toEqual({
    reference: 'OPI-7',
    email: 'ana@example.com',
    start_at: '50',
    response_size: '50',
  })
})

test('a mail is shown as its recipient got it', async () => {
  const mail = { subject: '[OPI-7] Update', html: '<p style="color:red">All is well</p>', text: '' }
  await open({ 'GET /api/deliveries/5/mail/': { delivery, mail } })
  await userEvent.click(await screen.findByRole('button', { name: 'View mail: ana@example.com, OPI-7' }))
  expect(await screen.findByText('[OPI-7] Update')).toBeTruthy()
  const shown = screen.getByRole('document', { name: 'Mail to ana@example.com' })
  expect(shown.shadowRoot?.textContent).toContain('All is well')
})

test('no mail, and a ledger that cannot be read, are said', async () => {
  await open({ 'GET /api/deliveries/': { deliveries: [], more_results: false } })
  expect(await screen.findByText('No mail matches')).toBeTruthy()
  expect(screen.getByText('no deliveries')).toBeTruthy()
})

test('how many there are is said', async () => {
  await open({}, '/deliveries?page=2')
  expect(await screen.findByText('51 to 51')).toBeTruthy()
})

test.each(['heron', '12x', '0', '99999999999'])(
  'a company id %s is not asked for: the field says why',
  async (company) => {
    const { sent } = await open({}, `/deliveries?company_id=${company}`)
    const box = await screen.findByRole('textbox', { name: 'Company id (Outtask ID)' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText(/^A company id has digits only/).length).toBeGreaterThan(0)
    expect(sent.filter(({ url }) => url.pathname === '/api/deliveries/')).toEqual([])
    expect(readToasts()).toEqual([])
  },
)

test('the table keeps its columns readable in a narrow window: it scrolls and the page does not', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Mails' })
  expect(table.style.minWidth).toBe('980px')
  expect(table.parentElement?.className).toContain('scroller')
})

test('an error says why', async () => {
  await open({ 'GET /api/deliveries/': new Refused(400, 'no ledger') })
  expect((await screen.findByRole('alert')).textContent).toContain('no ledger')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for mails'))
})
