import type { Channel } from '@aviary/contract/channels/endpoints'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aChannel, channelAnswers } from '../../../testing/channels.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { actionsOf, chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { ChannelsPage } from './ChannelsPage.tsx'

type Stored = { channels: Channel[] }

const open = (stored: Stored, answers: Answers = {}, ...allowed: string[]) =>
  renderPage(
    <ChannelsPage />,
    {
      ...channelAnswers(...allowed),
      'GET /api/channels/': () => ({ channels: stored.channels, more_results: false }),
      ...answers,
    },
    '/channels',
  )

const sentTo = (sent: Sent[], call: string) =>
  sent.filter(({ method, url }) => `${method} ${url.pathname}` === call)
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

test('lists a channel with what it hears, its state and its numbers, but not its owner', async () => {
  await open({ channels: [aChannel({ waiting: 2, failed: 900 })] })
  const row = await rowOf('Portal')
  for (const text of [
    'active',
    'EXTERNAL',
    'Webhook',
    'hooks.example.com',
    'English',
    'P1: 1 type · 1 service · 2 data centers; Maintenance: 1 type · 1 data center',
    '2',
    '900',
  ])
    expect(await within(row).findByText(text)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your channels' })).toBeTruthy()
  expect(within(row).queryByText('rita.reader@acme.example')).toBeNull()
  expect(screen.queryByRole('columnheader', { name: /Owner/ })).toBeNull()
  expect(within(row).getByRole('link', { name: 'Portal' }).getAttribute('href')).toBe('/channels/5')
  expect(await actionsOf('Portal')).toEqual([
    'Edit',
    'Send a test',
    'Deliveries',
    'Replace secret…',
    'Pause…',
    'Delete…',
  ])
})

test('counts of deliveries stop at the largest that the server counts', async () => {
  await open({ channels: [aChannel({ waiting: 1_000, failed: 1_000 })] })
  const row = await rowOf('Portal')
  expect(within(row).getAllByText('1,000+')).toHaveLength(2)
  await chooseAction('Pause…', 'Portal')
  expect((await dialog()).textContent).toContain('Deliveries still waiting: 1,000+.')
})

test('who manages all channels sees whose each is, and that an owner is gone', async () => {
  const channels = [aChannel(), aChannel({ channel_id: 6, name: 'Orphan', owner: null })]
  await open({ channels }, {}, 'manage_channels')
  expect(await within(await rowOf('Portal')).findByText('rita.reader@acme.example')).toBeTruthy()
  expect(within(await rowOf('Orphan')).getByText('account is gone')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Everybody’s channels' })).toBeTruthy()
})

const AT = '2026-08-20T12:00:00.000Z'
test.each([
  [{ failing_since: AT }, 'failing since Aug 20, 2026, 12:00 UTC'],
  [{ paused: { reason: 'person', since: AT } }, 'paused by a person since Aug 20, 2026, 12:00 UTC'],
  [{ paused: { reason: 'gone', since: AT } }, /^paused: the receiver is gone, since /],
  [{ paused: { reason: 'failing', since: AT } }, /^paused: every try failed for five days, since /],
  [{ paused: { reason: 'key', since: AT } }, /^paused: the key that encrypted its address is lost, since /],
  [{ paused: { reason: 'owner', since: null } }, /^paused: the owner’s account is gone or lacks the right$/],
] satisfies [Partial<Channel>, string | RegExp][])(
  'says why a channel is in the state %j',
  async (changes, text) => {
    await open({ channels: [aChannel(changes)] })
    expect(await within(await rowOf('Portal')).findByText(text)).toBeTruthy()
  },
)

test('marks a channel for internal news', async () => {
  await open({ channels: [aChannel({ audience: 'INTERNAL' })] })
  const row = await rowOf('Portal')
  expect(row.dataset.internal).toBe('true')
  expect(within(row).getByText('INTERNAL')).toBeTruthy()
})

test('without channels it says what one is and how to begin', async () => {
  await open({ channels: [] })
  expect(await screen.findByText(/^There is no channel yet\. A channel posts messages/)).toBeTruthy()
  await press('Create channel')
  expect((await dialog()).textContent).toContain('stored encrypted and never shown again')
})

async function fillIn(address = 'https://hooks.example.com/token') {
  await press('Create channel')
  await userEvent.type(await field('Name'), 'Portal')
  await userEvent.type(await field('Address'), address)
  await userEvent.click(await screen.findByRole('radio', { name: /^EXTERNAL/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Select all: P1' }))
}

test('creates a webhook, shows its secret once, and the answer to a test', async () => {
  const stored: Stored = { channels: [] }
  const { sent } = await open(stored, {
    'POST /api/channels/': () => {
      stored.channels = [aChannel()]
      return { channel: aChannel(), secret: 'whsec_the-secret' }
    },
    'POST /api/channels/5/test/': {
      is_accepted: false,
      attempt: { at: AT, status: 401, answer: 'who are you?', ms: 31 },
    },
  })
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Analysis, P1' }))
  await press('Create')
  expect(await screen.findByText('whsec_the-secret')).toBeTruthy()
  expect(sentTo(sent, 'POST /api/channels/')[0]?.body).toMatchObject({
    name: 'Portal',
    address: 'https://hooks.example.com/token',
    locale: 'en',
    audience: 'EXTERNAL',
    subscriptions: {
      P1: { services: ['Expense'], data_centers: ['us2', 'eu'], alert_types: [1, 2] },
      P2: { services: [], data_centers: [], alert_types: [] },
      notifications: { data_centers: [], notification_types: [] },
    },
  })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('Copy')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(write).toHaveBeenCalledWith('whsec_the-secret')
  await press('Send a test')
  expect(await screen.findByText('The receiver did not accept the test')).toBeTruthy()
  for (const text of ['401', 'who are you?', '31 ms']) expect(screen.getByText(text)).toBeTruthy()
  await press('I have kept it')
  expect(await rowOf('Portal')).toBeTruthy()
  expect(screen.queryByText('whsec_the-secret')).toBeNull()
  expect(JSON.stringify(sessionStorage)).not.toContain('hooks.example.com/token')
  expect(JSON.stringify(sessionStorage)).not.toContain('the-secret')
})

test('shows at the address why the server refused it, until it is changed', async () => {
  const refused = new Refused(400, 'The address is not allowed')
  refused.errors = [{ path: 'body.address', message: 'The address is not allowed: an inner network' }]
  await open({ channels: [] }, { 'POST /api/channels/': refused })
  await fillIn('https://10.0.0.1/')
  await press('Create')
  expect(await screen.findByText('The address is not allowed: an inner network')).toBeTruthy()
  expect((await field('Address')).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(await field('Address'), 'x')
  expect((await field('Address')).getAttribute('aria-invalid')).not.toBe('true')
})

test('says what a new webhook still lacks', async () => {
  await open({ channels: [] })
  await press('Create channel')
  const reason = async () => within(await dialog()).getByRole('status').textContent
  await field('Name')
  expect(await reason()).toBe('Enter a name')
  await userEvent.type(await field('Name'), 'Portal')
  expect(await reason()).toBe('Enter the address')
  await userEvent.type(await field('Address'), 'https://hooks.example.com')
  expect(await reason()).toBe('Choose the audience')
  await userEvent.click(screen.getByRole('radio', { name: /^EXTERNAL/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Expense, P1' }))
  expect(await reason()).toBe('Not complete yet: P1.')
})

test('an edit keeps the address unless another one is typed', async () => {
  const { sent } = await open(
    { channels: [aChannel()] },
    { 'PUT /api/channels/5/': { channel: aChannel({ name: 'Portal 2', version: 4 }) } },
  )
  await chooseAction('Edit', 'Portal')
  expect((await field('Address')).value).toBe('')
  expect((await dialog()).textContent).toContain('keep the present one, which posts to hooks.example.com')
  await userEvent.type(await field('Name'), ' 2')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [update] = sentTo(sent, 'PUT /api/channels/5/')
  expect(update?.body).toMatchObject({ name: 'Portal 2', version: 3 })
  expect(update?.body).not.toHaveProperty('address')
})

test('who edits what somebody else changed meanwhile chooses what stays', async () => {
  const stored: Stored = { channels: [aChannel()] }
  const theirs = aChannel({
    name: 'Their name',
    version: 4,
    subscriptions: {
      ...aChannel().subscriptions,
      notifications: { data_centers: [], notification_types: [] },
    },
  })
  const { sent } = await open(stored, {
    'PUT /api/channels/5/': () => {
      if (stored.channels[0]?.version === 4) return { channel: aChannel({ version: 5 }) }
      stored.channels = [theirs]
      return new Refused(409, 'Somebody changed this meanwhile', theirs)
    },
  })
  await chooseAction('Edit', 'Portal')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch')
  await press('Save changes')
  expect(await within(await dialog()).findByText('Their name')).toBeTruthy()
  expect(within(await dialog()).getByText('P1: Expense · us2, EMEA · Update')).toBeTruthy()
  await press('Keep mine')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'PUT /api/channels/5/')[1]?.body).toMatchObject({
    name: 'Their name',
    locale: 'de',
    version: 4,
    subscriptions: theirs.subscriptions,
  })
})

test('what was typed is there again after a reload', async () => {
  await open({ channels: [aChannel()] })
  await chooseAction('Edit', 'Portal')
  await userEvent.type(await field('Name'), ' of Acme')
  cleanup()
  await open({ channels: [aChannel()] })
  expect((await field('Name')).value).toBe('Portal of Acme')
})

test('a test is sent from the menu and its answer shown', async () => {
  const { sent } = await open(
    { channels: [aChannel()] },
    {
      'POST /api/channels/5/test/': {
        is_accepted: true,
        attempt: { at: AT, status: 204, answer: '', ms: 1_234 },
      },
    },
  )
  await chooseAction('Send a test', 'Portal')
  expect(await screen.findByText('The receiver accepted the test')).toBeTruthy()
  for (const text of ['204', 'without text', '1,234 ms']) expect(screen.getByText(text)).toBeTruthy()
  await press('Send another test')
  await waitFor(() => expect(sentTo(sent, 'POST /api/channels/5/test/')).toHaveLength(2))
})

test('a test that the server refuses says why', async () => {
  await open(
    { channels: [aChannel()] },
    { 'POST /api/channels/5/test/': new Refused(409, 'SECRETS_KEY is missing') },
  )
  await chooseAction('Send a test', 'Portal')
  expect((await screen.findByRole('alert')).textContent).toContain('SECRETS_KEY is missing')
})

test('pauses a channel after a question, and resumes it with what it missed', async () => {
  const stored: Stored = { channels: [aChannel({ waiting: 3 })] }
  const { sent } = await open(stored, {
    'PUT /api/channels/5/pause/': ({ body }: { body: unknown }) => {
      const isPaused = (body as { is_paused: boolean }).is_paused
      const channel = aChannel({
        missed_since: '2026-08-20T11:58:30.500Z',
        ...(isPaused && { paused: { reason: 'person', since: AT } }),
      })
      stored.channels = [channel]
      return { channel }
    },
    'PUT /api/channels/5/replay/': { replayed: 3 },
  })
  await chooseAction('Pause…', 'Portal')
  expect((await dialog()).textContent).toContain('Deliveries still waiting: 3.')
  await press('Pause')
  expect(await screen.findByText('paused by a person since Aug 20, 2026, 12:00 UTC')).toBeTruthy()
  await chooseAction('Resume…', 'Portal')
  await press('Resume')
  expect(await screen.findByText('The channel is resumed. Send what it missed?')).toBeTruthy()
  expect((await dialog()).textContent).toContain('created for Portal since Aug 20, 2026, 11:58 UTC')
  await press('Send what it missed')
  await waitFor(() =>
    expect(readToasts().map(({ message }) => message)).toContain('Deliveries that are sent again: 3'),
  )
  expect(sentTo(sent, 'PUT /api/channels/5/pause/').map(({ body }) => body)).toMatchObject([
    { is_paused: true },
    { is_paused: false },
  ])
  expect(sentTo(sent, 'PUT /api/channels/5/replay/')[0]?.body).toMatchObject({
    since: '2026-08-20T11:58:00.000Z',
  })
})

test.each([
  ['missed nothing', aChannel()],
  ['is paused again', aChannel({ missed_since: AT, paused: { reason: 'gone', since: AT } })],
])('a resumed channel that %s offers to send nothing', async (_, channel) => {
  const { sent } = await open(
    { channels: [aChannel({ paused: { reason: 'person', since: AT } })] },
    { 'PUT /api/channels/5/pause/': { channel } },
  )
  await chooseAction('Resume…', 'Portal')
  await press('Resume')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(sent, 'PUT /api/channels/5/pause/')).toHaveLength(1)
})

test('replaces the secret after a question and shows the new one once', async () => {
  const channel = aChannel({ old_secret_until: '2026-08-21T12:00:00.000Z' })
  await open({ channels: [channel] }, { 'PUT /api/channels/5/secret/': { channel, secret: 'whsec_new' } })
  await chooseAction('Replace secret…', 'Portal')
  expect((await dialog()).textContent).toContain('For 24 hours the present one also signs')
  expect((await dialog()).textContent).not.toContain('stops signing')
  await press('Replace the secret')
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  await press('I have kept it')
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull())
})

test('deletes a channel after a question', async () => {
  const stored: Stored = { channels: [aChannel()] }
  await open(stored, {
    'DELETE /api/channels/5/': () => {
      stored.channels = []
      return { channel_id: 5 }
    },
  })
  await chooseAction('Delete…', 'Portal')
  expect((await dialog()).textContent).toContain('Its address and secret are deleted')
  await press('Delete')
  expect(await screen.findByText(/^There is no channel yet/)).toBeTruthy()
})

test('reads all pages, and says when they cannot be read', async () => {
  const pages: Answers = {
    'GET /api/channels/': ({ url }: { url: URL }) =>
      url.searchParams.get('start_at') === '0'
        ? { channels: [aChannel()], more_results: true }
        : { channels: [aChannel({ channel_id: 6, name: 'Second' })], more_results: false },
  }
  await open({ channels: [] }, pages)
  expect(await rowOf('Second')).toBeTruthy()
  cleanup()
  await open({ channels: [] }, { 'GET /api/channels/': new Refused(400, 'not today') })
  expect((await screen.findByRole('alert')).textContent).toContain('not today')
})
