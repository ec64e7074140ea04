import type { Channel, ChannelDelivery } from '@aviary/contract/channels/endpoints'
import { useLocation } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aChannel, aDelivery, channelAnswers } from '../../../testing/channels.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ChannelPage } from './ChannelPage.tsx'

const Path = () => <p>at {useLocation().pathname}</p>

type Shown = { channel?: Partial<Channel>; deliveries?: ChannelDelivery[]; answers?: Answers; path?: string }

const open = ({ channel = {}, deliveries = [aDelivery()], answers = {}, path = '/channels/5' }: Shown = {}) =>
  renderPage(
    <>
      <ChannelPage />
      <Path />
    </>,
    {
      ...channelAnswers('view_is_internal_message'),
      'GET /api/channels/5/': { channel: aChannel(channel) },
      'GET /api/channels/5/deliveries/': { deliveries, more_results: true },
      ...answers,
    },
    path,
  )

const DELIVERIES = '/api/channels/5/deliveries/'
const lastQuery = (sent: Sent[]) =>
  Object.fromEntries(sent.findLast(({ url }) => url.pathname === DELIVERIES)?.url.searchParams ?? [])
const bodies = (sent: Sent[], path: string) =>
  sent.filter(({ url }) => url.pathname === path).map(({ body }) => body)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

test('shows the channel, its actions, and what it was sent', async () => {
  await open({ channel: { audience: 'INTERNAL', old_secret_until: '2026-08-21T12:00:00.000Z', failed: 1 } })
  expect(await screen.findByRole('heading', { level: 1, name: /Portal/ })).toBeTruthy()
  for (const text of ['active', 'hooks.example.com', 'INTERNAL', 'Aug 21, 2026, 12:00 UTC'])
    expect(await screen.findByText(text)).toBeTruthy()
  const row = (await screen.findByText('message.published')).closest('tr') as HTMLElement
  for (const text of [/^Message published/, 'failed', '10', '500 out of order'])
    expect(within(row).getByText(text)).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'OPI-7' }).getAttribute('href')).toBe('/details/OPI-7')
  expect(await actionsOf('Portal')).toEqual(['Edit', 'Send a test', 'Replace secret…', 'Pause…', 'Delete…'])
})

test('links maintenance to its event, and a test to nothing', async () => {
  const deliveries = [
    aDelivery({ event: 'notification.published', reference: 'MNT-4' }),
    aDelivery({ delivery_id: 10, event: 'webhook.test', reference: '' }),
  ]
  await open({ deliveries })
  const link = await screen.findByRole('link', { name: 'MNT-4' })
  expect(link.getAttribute('href')).toBe('/maintenance_event/review/4')
  expect(await screen.findByRole('button', { name: 'View: Test' })).toBeTruthy()
})

test('filters by state and turns pages in the URL', async () => {
  const { sent } = await open({ path: '/channels/5?state=failed&page=2' })
  expect(await screen.findByRole('button', { name: 'State: failed' })).toBeTruthy()
  expect(await screen.findByText('51 to 51')).toBeTruthy()
  expect(lastQuery(sent)).toEqual({ state: 'failed', start_at: '50', response_size: '50' })
  await press('Older')
  await waitFor(() => expect(lastQuery(sent)).toMatchObject({ state: 'failed', start_at: '100' }))
  await press('State: failed')
  await userEvent.click(await screen.findByRole('radio', { name: 'Any state' }))
  await waitFor(() => expect(lastQuery(sent)).toEqual({ start_at: '0', response_size: '50' }))
})

test('a delivery opens with its body and every try, and is sent again', async () => {
  const delivery = aDelivery()
  const attempts = [
    { at: '2026-08-20T12:00:10.000Z', status: null, answer: 'No answer within 15 seconds', ms: 15_000 },
    { at: '2026-08-20T12:00:00.000Z', status: 500, answer: '', ms: 12 },
  ]
  const { sent } = await open({
    answers: {
      'GET /api/channels/5/deliveries/9/': { delivery, body: '{"type":"message.published"}', attempts },
      'PUT /api/channels/5/replay/': { replayed: 1 },
    },
  })
  await press('View: Message published, OPI-7')
  const panel = await screen.findByRole('dialog', { name: 'Message published' })
  expect((await within(panel).findByText(/"type"/)).textContent).toBe('{\n  "type": "message.published"\n}')
  expect(within(panel).getByText('msg_1')).toBeTruthy()
  const tries = within(panel).getByRole('table', { name: 'Tries' })
  expect(
    within(tries)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent)),
  ).toEqual([
    ['no answer', 'No answer within 15 seconds', '15,000 ms'],
    ['500', 'without text', '12 ms'],
  ])
  await userEvent.click(within(panel).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Deliveries that are sent again: 1'))
  expect(bodies(sent, '/api/channels/5/replay/')).toMatchObject([{ delivery_id: 9 }])
})

test('an opened delivery follows its own state, though it has left the list', async () => {
  let hasLeft = false
  await open({
    deliveries: [aDelivery({ state: 'queued', attempts: 0, response: null })],
    answers: {
      'GET /api/channels/5/deliveries/': () => ({
        deliveries: hasLeft ? [] : [aDelivery({ state: 'queued', response: null })],
        more_results: false,
      }),
      'GET /api/channels/5/deliveries/9/': () => {
        hasLeft = true
        return { delivery: aDelivery({ response: '418 a teapot' }), body: '{}', attempts: [] }
      },
    },
  })
  await press('View: Message published, OPI-7')
  const panel = await screen.findByRole('dialog', { name: 'Message published' })
  expect(await within(panel).findByText('418 a teapot')).toBeTruthy()
  expect(within(panel).getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', false)
})

test('a delivery that may not be sent again says why', async () => {
  const delivery = aDelivery({ state: 'stopped', may_replay: false })
  await open({
    deliveries: [delivery],
    answers: { 'GET /api/channels/5/deliveries/9/': { delivery, body: '{}', attempts: [] } },
  })
  await press('View: Message published, OPI-7')
  const panel = await screen.findByRole('dialog', { name: 'Message published' })
  expect(
    await within(panel).findByText(/^It was taken back, or is not for this channel any more/),
  ).toBeTruthy()
  expect(within(panel).getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', true)
})

test('sends again what was not accepted since a time, and says what that means', async () => {
  const { sent } = await open({
    channel: { missed_since: '2026-08-20T12:30:20.000Z' },
    answers: { 'PUT /api/channels/5/replay/': { replayed: 0 } },
  })
  await press('Send again what was not accepted since…')
  const dialog = await screen.findByRole('dialog')
  const time = within(dialog).getByLabelText<HTMLInputElement>('Since (UTC)')
  expect(time.value).toBe('2026-08-20T12:30')
  await userEvent.clear(time)
  expect(within(dialog).getByRole('status').textContent).toBe('Enter a whole date and time')
  await userEvent.type(time, '2026-08-19T08:00')
  expect(dialog.textContent).toContain('since Aug 19, 2026, 08:00 UTC and failed or was stopped')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies(sent, '/api/channels/5/replay/')).toMatchObject([{ since: '2026-08-19T08:00:00.000Z' }])
  expect(readToasts()[0]?.message).toBe('Nothing that was created since then may be sent again')
})

test('a channel that missed nothing says that nothing can be sent again', async () => {
  await open({ channel: { failing_since: '2026-08-20T12:30:20.000Z' } })
  const again = await screen.findByRole('button', { name: 'Send again what was not accepted since…' })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(again)
  expect(await screen.findByText('Nothing was missed: there is nothing to send again')).toBeTruthy()
})

test('a paused channel says why nothing can be sent again, and offers to resume', async () => {
  await open({ channel: { paused: { reason: 'gone', since: '2026-08-20T12:00:00.000Z' } } })
  const again = await screen.findByRole('button', { name: 'Send again what was not accepted since…' })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  await press('Resume…')
  expect(await screen.findByText('Resume this channel?')).toBeTruthy()
})

test('leads to the list when the channel is deleted', async () => {
  await open({ answers: { 'DELETE /api/channels/5/': { channel_id: 5 } } })
  await chooseAction('Delete…', 'Portal')
  await press('Delete')
  expect(await screen.findByText('at /channels')).toBeTruthy()
  expect(readToasts()[0]?.message).toBe('The channel was deleted')
})

test.each(['6', 'x'])('an unknown channel %s leads back to the list', async (id) => {
  await open({ path: `/channels/${id}` })
  expect(await screen.findByRole('heading', { name: `Channel ${id} not found` })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the channels' }).getAttribute('href')).toBe('/channels')
})

test('the deliveries of a channel that was just deleted are no error to report', async () => {
  await open({ answers: { 'GET /api/channels/5/deliveries/': new Refused(404, 'There is no channel 5') } })
  expect((await screen.findByRole('alert')).textContent).toContain('There is no channel 5')
  expect(readToasts()).toEqual([])
})

test('counts that may be larger are shown as such', async () => {
  await open({ channel: { waiting: 1_000, failed: 999 } })
  expect(await screen.findByText('1,000+')).toBeTruthy()
  expect(screen.getByText('999')).toBeTruthy()
})

test('says when the deliveries cannot be read', async () => {
  await open({ answers: { 'GET /api/channels/5/deliveries/': new Refused(400, 'no ledger') } })
  expect((await screen.findByRole('alert')).textContent).toContain('no ledger')
})
