import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useLocation } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { DeliveriesPage } from './DeliveriesPage.tsx'

const delivery: Delivery = {
  delivery_id: 5,
  broadcast_id: 9,
  reference: 'OPI-7',
  message_type: 'Update',
  is_correction: false,
  email: 'ana@example.com',
  company_id: 7,
  company_name: 'Heron Ltd',
  company_basis: 'mailed',
  locale: 'en',
  state: 'sent',
  attempts: 1,
  response: '250 taken',
  created_date: '2026-08-20T12:00:00.000Z',
  sent_date: '2026-08-20T12:00:01.000Z',
  next_try_date: null,
}

let address: { search: unknown } | undefined
function Address() {
  address = useLocation()
  return null
}

const open = (changed: Answers = {}, at = '/deliveries') =>
  renderPage(
    <>
      <DeliveriesPage />
      <Address />
    </>,
    {
      'GET /api/deliveries/': { deliveries: [delivery], more_results: true },
      'GET /api/locales': { data: [{ system_key: 'en', display_name: 'English' }] },
      ...changed,
    },
    at,
  )

const lastFilters = (sent: Sent[]) =>
  sent.findLast(({ url }) => url.pathname === '/api/deliveries/')?.url.searchParams ?? new URLSearchParams()
const COMPANY = 'Company: name or Outtask ID'
const openChip = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('lists a mail with state, recipient, company, subject, time and language', async () => {
  await open()
  const row = (await screen.findByText('ana@example.com')).closest('tr')
  for (const text of ['sent', 'Heron Ltd', 'OPI-7', 'Update', 'English'])
    expect(await within(row as HTMLElement).findByText(text)).toBeTruthy()
  const titles = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(titles.slice(0, 5)).toEqual(['State', 'Recipient', 'Company', 'OPI or event', 'Sent, or queued'])
})

test('shows what the mail server said in the tip of the state', async () => {
  await open()
  await userEvent.hover(await screen.findByText('sent'))
  expect(await screen.findByText('250 taken')).toBeTruthy()
})

test('says on each chip what is chosen, and takes all filters off at once', async () => {
  const { sent } = await open({}, '/deliveries?reference=OPI-7')
  await screen.findByRole('button', { name: 'OPI or event: OPI-7' })
  await openChip('State')
  await userEvent.click(await screen.findByRole('radio', { name: 'failed' }))
  await waitFor(() => expect(lastFilters(sent).get('state')).toBe('failed'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole('button', { name: 'State: failed' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect([...lastFilters(sent).keys()]).toEqual(['start_at', 'response_size']))
  for (const name of ['State', 'OPI or event']) expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
})

test('filters by a range of time, whose ends may be left out, and keeps it in the URL', async () => {
  const { sent } = await open({}, '/deliveries?start=2026-08-20T10:00')
  await screen.findByRole('button', { name: 'Start: Aug 20, 2026, 10:00 UTC' })
  await waitFor(() =>
    expect(lastFilters(sent).get('start_date')).toBe(String(Date.UTC(2026, 7, 20, 10) / 1000)),
  )
  expect(lastFilters(sent).has('end_date')).toBe(false)
  await openChip('End')
  fireEvent.change(screen.getByLabelText('End (UTC)'), { target: { value: '2026-08-20T10:30' } })
  // The whole minute is included.
  const end = String(Date.UTC(2026, 7, 20, 10, 30, 59) / 1000)
  await waitFor(() => expect(lastFilters(sent).get('end_date')).toBe(end))
  expect(address?.search).toMatchObject({ start: '2026-08-20T10:00', end: '2026-08-20T10:30' })
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'End: Aug 20, 2026, 10:30 UTC' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect([...lastFilters(sent).keys()]).toEqual(['start_at', 'response_size']))
})

test.each([
  ['?start=2026-08-20T10:00&end=2026-08-20T09:59', 'End: The end is before the start'],
  ['?start=yesterday', 'Start: Enter a whole date and time'],
])('a range that cannot be, %s, is said and not sent', async (query, chip) => {
  const { sent } = await open({}, `/deliveries${query}`)
  expect(await screen.findByRole('button', { name: chip })).toBeTruthy()
  expect(screen.getByText(chip.split(': ')[1] ?? '')).toBeTruthy()
  expect(sent.some(({ url }) => url.pathname === '/api/deliveries/')).toBe(false)
})

test('names the type of a mail in the language of the page', async () => {
  const update = { id: 1, name: 'Update', translations: { ja: '更新情報' } }
  await open({
    'GET /api/deliveries/': {
      deliveries: [
        delivery,
        { ...delivery, delivery_id: 6, is_correction: true },
        { ...delivery, delivery_id: 7, message_type: 'Maintenance Complete' },
        { ...delivery, delivery_id: 8, message_type: 'An Old Type' },
      ],
      more_results: false,
    },
    'GET /api/v4/get_p2_alert_types': { payload: { P1: { alert_types: [update] }, P2: { alert_types: [] } } },
  })
  await screen.findAllByText('Update')
  i18next.addResourceBundle('ja', 'deliveries', { correction: '{{type}}（訂正）' })
  i18next.addResourceBundle('ja', 'notifications', { 'type.Maintenance Complete': 'メンテナンスの完了' })
  await act(() => i18next.changeLanguage('ja'))
  for (const text of ['更新情報', '更新情報（訂正）', 'メンテナンスの完了', 'An Old Type'])
    expect(await screen.findByText(text)).toBeTruthy()
})

test('links a mail about maintenance to its event', async () => {
  await open({
    'GET /api/deliveries/': { deliveries: [{ ...delivery, reference: 'MNT-7' }], more_results: false },
  })
  const link = await screen.findByRole('link', { name: 'MNT-7' })
  expect(link.getAttribute('href')).toBe('/maintenance_event/review/7')
})

test('links a mail to the owner of a channel to the channel', async () => {
  const deliveries = [{ ...delivery, reference: 'CHN-3', message_type: 'Channel Failing' }]
  await open({ 'GET /api/deliveries/': { deliveries, more_results: false } })
  const link = await screen.findByRole('link', { name: 'CHN-3' })
  expect(link.getAttribute('href')).toBe('/channels/3')
})

test('reads the filters from the URL and sends them to the server', async () => {
  const { sent } = await open({}, '/deliveries?reference=OPI-7&email=ana@example.com&page=2')
  await screen.findByText('ana@example.com')
  const query = sent.find(({ url }) => url.pathname === '/api/deliveries/')?.url.searchParams
  expect(Object.fromEntries(query ?? [])).toEqual({
    reference: 'OPI-7',
    email: 'ana@example.com',
    start_at: '50',
    response_size: '50',
  })
})

test('names a mail that came back, and finds such mails by their state', async () => {
  const bounced: Delivery = { ...delivery, state: 'bounced', response: '550 no such mailbox' }
  const { sent } = await open({ 'GET /api/deliveries/': { deliveries: [bounced], more_results: false } })
  const state = await screen.findByText('bounced')
  expect(state.querySelector('[data-status]')?.getAttribute('data-status')).toBe('OUTAGE')
  await userEvent.hover(state)
  expect(await screen.findByText('550 no such mailbox')).toBeTruthy()
  await openChip('State')
  await userEvent.click(await screen.findByRole('radio', { name: 'bounced' }))
  await waitFor(() => expect(lastFilters(sent).get('state')).toBe('bounced'))
})

test('shows a mail as its recipient received it', async () => {
  const mail = { subject: '[OPI-7] Update', html: '<p style="color:red">All is well</p>', text: '' }
  await open({ 'GET /api/deliveries/5/mail/': { delivery, mail } })
  await userEvent.click(await screen.findByRole('button', { name: 'View mail: ana@example.com, OPI-7' }))
  const panel = await screen.findByRole('dialog', { name: 'Mail to ana@example.com' })
  expect(await within(panel).findByText('[OPI-7] Update')).toBeTruthy()
  expect(within(panel).getByText('250 taken')).toBeTruthy()
  const sentMail = screen.getByRole('document', { name: 'Mail to ana@example.com' })
  expect(sentMail.shadowRoot?.textContent).toContain('All is well')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('View mail: ana@example.com, OPI-7')
})

test('says when there are no mails and when the list cannot be loaded', async () => {
  await open({ 'GET /api/deliveries/': { deliveries: [], more_results: false } })
  expect(await screen.findByText('No mail matches')).toBeTruthy()
  expect(screen.getByText('no deliveries')).toBeTruthy()
})

test('says how many mails there are', async () => {
  await open({}, '/deliveries?page=2')
  expect(await screen.findByText('51 to 51')).toBeTruthy()
})

test.each(['heron', '12x', '0', '99999999999'])(
  'reports an invalid company id %s at its field without a request',
  async (company) => {
    const { sent } = await open({}, `/deliveries?company_id=${company}`)
    await openChip(/^Company: Choose a company from the list/)
    const box = await screen.findByRole('combobox', { name: COMPANY })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(
      screen.getAllByText(/^Choose a company from the list, or write its number/).length,
    ).toBeGreaterThan(0)
    expect(sent.filter(({ url }) => url.pathname === '/api/deliveries/')).toEqual([])
    expect(readToasts()).toEqual([])
  },
)

test('filters by the company that is chosen by its name', async () => {
  const heron = { id: 7, name: 'Heron Ltd', entity_code: 'ac-7', data_center: 'eu' }
  const { sent } = await open({
    'GET /api/customer_catalog/': { companies: [heron] },
  })
  await openChip('Company')
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: COMPANY })
  await userEvent.type(box, 'heron')
  await userEvent.click(await screen.findByRole('option', { name: /^Heron Ltd/, hidden: true }))
  expect(box.value).toBe('7')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).not.toBe('true'))
  await waitFor(() => expect(lastFilters(sent).get('company_id')).toBe('7'))
  expect(await screen.findByText('Heron Ltd', { selector: '[class*=description]' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Company: Heron Ltd', hidden: true })).toBeTruthy()
  expect(sent.some(({ url }) => url.searchParams.get('company_id') === 'heron')).toBe(false)
})

test('shows the reason of an error', async () => {
  await open({ 'GET /api/deliveries/': new Refused(400, 'no ledger') })
  expect((await screen.findByRole('alert')).textContent).toContain('no ledger')
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for mails'))
})

test('follows mails that are queued until they are sent', async () => {
  let isSent = false
  const company = { company_id: 7, company_name: 'Heron Ltd', reference: 'OPI-7', more_results: false }
  await open(
    {
      'GET /api/deliveries/': () => ({
        deliveries: [isSent ? delivery : { ...delivery, state: 'queued', response: null, sent_date: null }],
        more_results: false,
      }),
      'GET /api/deliveries/company/': () =>
        isSent
          ? { ...company, sent: 1, not_sent: 0, addresses: [] }
          : { ...company, sent: 0, not_sent: 1, addresses: [{ email: delivery.email, state: 'queued' }] },
    },
    '/deliveries?reference=OPI-7&company_id=7',
  )
  await screen.findByText('People of Heron Ltd (7) who were sent OPI-7: 0.')
  isSent = true
  await screen.findByText('sent')
  await screen.findByText('People of Heron Ltd (7) who were sent OPI-7: 1.')
})

test('answers whether a company heard of an incident when both filters are set', async () => {
  const addresses = [
    { email: 'bo@heron.example', state: 'failed' },
    { email: 'cy@heron.example', state: null },
  ]
  await open(
    {
      'GET /api/deliveries/company/': {
        ...{ company_id: 7, company_name: 'Heron Ltd', reference: 'OPI-7', sent: 3, not_sent: 2 },
        ...{ addresses, more_results: false },
      },
    },
    '/deliveries?reference=OPI-7&company_id=7',
  )
  const answer = await screen.findByRole('region', { name: 'Did this company hear about it?' })
  await within(answer).findByText('People of Heron Ltd (7) who were sent OPI-7: 3.')
  await userEvent.click(within(answer).getByText('Known addresses that were not: 2'))
  expect(
    within(answer)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['bo@heron.example failed', 'cy@heron.example no mail'])
})

test('tells what is known of the company of each mail', async () => {
  const unknown = { ...delivery, company_id: null, company_name: null }
  const deliveries = [
    { ...delivery, delivery_id: 1, company_basis: 'today' },
    { ...unknown, delivery_id: 2, company_basis: 'internal' },
    { ...unknown, delivery_id: 3, company_basis: 'unknown' },
  ]
  await open({ 'GET /api/deliveries/': { deliveries, more_results: false } })
  for (const text of ['Heron Ltd (as known today)', 'internal', 'unknown'])
    expect(await screen.findByText(text)).toBeTruthy()
})
