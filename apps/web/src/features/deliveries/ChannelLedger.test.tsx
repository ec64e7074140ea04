import type { ChannelLedgerRow } from '@aviary/contract/channels/ledger-endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { DeliveriesPage } from './DeliveriesPage.tsx'

const row = (changes: Partial<ChannelLedgerRow> = {}): ChannelLedgerRow => ({
  ...{ delivery_id: 5, event: 'message.published', reference: 'OPI-7', message_type: 'Update' },
  ...{ kind: 'webhook', channel_id: 3, name: 'Customer portal', state: 'failed', attempts: 10 },
  ...{ response: '503 later', created_date: '2026-08-20T12:00:00.000Z', sent_date: null },
  next_try_date: null,
  ...changes,
})
const hidden = row({ delivery_id: 6, channel_id: null, name: null, state: 'sent', response: null })
const COUNTS = { queued: 0, sent: 7, deferred: 1, failed: 1, stopped: 0 }

const open = (changed: Answers = {}, at = '/deliveries?reference=OPI-7&by=channels') =>
  renderPage(
    <DeliveriesPage />,
    {
      'GET /api/deliveries/': { deliveries: [], more_results: false },
      'GET /api/deliveries/channels/': { deliveries: [row(), hidden], counts: COUNTS, more_results: false },
      ...changed,
    },
    at,
  )
const asked = (sent: Sent[]) =>
  sent.findLast(
    ({ url }) =>
      url.pathname === '/api/deliveries/channels/' && url.searchParams.get('response_size') !== '1',
  )?.url.searchParams

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('it lists channels with state, name, kind, event and answer, and counts them', async () => {
  await open()
  const link = await screen.findByRole('link', { name: 'Customer portal' })
  expect(link.getAttribute('href')).toBe('/channels/3')
  const cells = within(link.closest('tr') as HTMLElement)
  for (const text of ['failed', 'Webhook', 'Message published', 'OPI-7', 'Update', '503 later'])
    expect(cells.getByText(text)).toBeTruthy()
  expect(screen.getByText('Sent: 7').parentElement?.textContent).toBe(
    'ChannelsQueued: 0Sent: 7Deferred: 1Failed: 1',
  )
  expect(screen.getByRole('tab', { name: 'Channels (9)' }).getAttribute('aria-selected')).toBe('true')
})

test('of a channel that the reader may not see, it names only the kind', async () => {
  await open()
  const cells = within((await screen.findByText('of somebody else')).closest('tr') as HTMLElement)
  expect(cells.getByText('Webhook')).toBeTruthy()
  expect(cells.queryByRole('link', { name: /somebody/ })).toBeNull()
})

test('filters by the kind of channel, and forgets it among mails', async () => {
  const { sent } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Kind' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Microsoft Teams' }))
  await waitFor(() => expect(asked(sent)?.get('kind')).toBe('teams'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Mails' }))
  await waitFor(() => expect(sent.some(({ url }) => url.pathname === '/api/deliveries/')).toBe(true))
  expect(sent.find(({ url }) => url.pathname === '/api/deliveries/')?.url.searchParams.has('kind')).toBe(
    false,
  )
  expect(screen.queryByRole('button', { name: /^Kind/ })).toBeNull()
})

test('the name of a deleted channel leads nowhere', async () => {
  const deliveries = [row({ channel_id: null })]
  await open({ 'GET /api/deliveries/channels/': { deliveries, counts: COUNTS, more_results: false } })
  await screen.findByText('Customer portal')
  expect(screen.queryByRole('link', { name: 'Customer portal' })).toBeNull()
})

test('from the mails of an incident one press leads to its channels, with the same filters', async () => {
  const { sent } = await open(
    {},
    '/deliveries?reference=OPI-7&email=ana&state=bounced&start=2026-08-20T10:00',
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Channels (9)' }))
  await screen.findByRole('link', { name: 'Customer portal' })
  expect(Object.fromEntries(asked(sent) ?? [])).toEqual({
    ...{ reference: 'OPI-7', start_date: String(Date.UTC(2026, 7, 20, 10) / 1000) },
    ...{ start_at: '0', response_size: '50' },
  })
  expect(screen.queryByRole('button', { name: /E-mail address|Company/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'State' }))
  expect(screen.queryByRole('radio', { name: 'bounced' })).toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: 'stopped' }))
  await waitFor(() => expect(asked(sent)?.get('state')).toBe('stopped'))
})

test('an empty list says that nothing matches', async () => {
  const none = { deliveries: [], counts: null, more_results: false }
  await open({ 'GET /api/deliveries/channels/': none }, '/deliveries?by=channels')
  expect(await screen.findByText('Nothing that was sent to a channel matches')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Channels' })).toBeTruthy()
})

test('a list that cannot be read says so', async () => {
  await open({ 'GET /api/deliveries/channels/': new Refused(500, 'out of order') }, '/deliveries?by=channels')
  expect(await screen.findByText('The ledger could not be read')).toBeTruthy()
})
