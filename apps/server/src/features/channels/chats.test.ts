import * as endpoints from '@aviary/contract/channels/endpoints'
import type { ChannelKind } from '@aviary/contract/channels/rules'
import { deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ChannelSite, openChannelSite } from '../../../testing/channel-site.ts'
import { type Chats, ROUTING_KEY, SLACK_CHANNEL, SLACK_TOKEN, startChats } from '../../../testing/chats.ts'
import { channelDeliveries } from '../../database/tables/channels.ts'

const SECOND = 1_000

let chats: Chats
let site: ChannelSite
beforeAll(async () => {
  chats = await startChats()
  site = await openChannelSite(chats)
})
afterEach(async () => {
  await site.clear()
  expect(chats.seen.faults).toEqual([])
  chats.clear()
})
afterAll(async () => {
  await site.close()
  await chats.close()
})

const ADDRESSES: Record<ChannelKind, string> = {
  webhook: '',
  slack: SLACK_TOKEN,
  slack_webhook: '/slack/T0/B0/secretpath',
  teams: '/teams/workflow?sig=secretsignature',
  google_chat: '/google/spaces/AAA/messages?key=k&token=secrettoken',
  pagerduty: ROUTING_KEY,
}

const subscriptions = () => site.to('Update', 'Service Restored')

const createChat = (kind: ChannelKind, changed: object = {}) => {
  const address = ADDRESSES[kind]
  return site.createChannel({
    ...{ kind, subscriptions: subscriptions() },
    address: address.startsWith('/') ? chats.url(address) : address,
    ...(kind === 'slack' && { target: SLACK_CHANNEL }),
    ...changed,
  })
}

const requests = (count: number) => expect.poll(() => chats.seen.requests).toBe(count)
/** Posts a message and lets the chat's pause between two messages pass. */
/** Waits while the clock goes on, because a chat gets a message a second at most. */
const later = <T>(read: () => T | Promise<T>) =>
  expect.poll(async () => {
    await site.pass(SECOND)
    return read()
  })
const settled = (id: number, states: string[]) =>
  later(async () => (await site.deliveriesOf(id)).map(({ state }) => state)).toEqual(states)

const post = async (changed: object = {}) => {
  const id = await site.post(changed)
  await site.pass(2 * SECOND)
  return id
}
const about = (message_id: number) => ({ jira_id: 'OPI-1', priority_type: 'P1' as const, message_id })
const edit = async (messageId: number, text: string) => {
  const edited = await site.manager.call(updateMessage, {
    body: { ...about(messageId), message_type: 'Update', body: `<p>${text}</p>`, language: 'en' },
  })
  expect(edited.status).toBe(200)
  await site.pass(2 * SECOND)
}
const remove = async (messageId: number) => {
  const removed = await site.manager.call(deleteMessage, { body: about(messageId) })
  expect(removed.status).toBe(200)
  await site.pass(2 * SECOND)
}

test('Slack gets a thread for each incident, whose first message tells the present state', async () => {
  const { id } = await createChat('slack')
  await post()
  await settled(id, ['sent'])
  await post({
    body: '<p>It is the certificate</p>',
    email_template_data: { current_status: 'Known', next_update: '14:00 UTC' },
  })
  await settled(id, ['sent', 'sent'])
  await post({
    message_type: 'Service Restored',
    body: '<p>All is well</p>',
    email_template_data: { resolution: 'Restarted', resolved_at: '12:00 UTC' },
  })
  await settled(id, ['sent', 'sent', 'sent'])
  const [first, second, third] = chats.slack()
  expect(chats.slack()).toHaveLength(3)
  expect(first).toMatchObject({ thread: undefined, isBroadcast: false })
  expect(first?.texts[0]).toBe('Outage: Expense in us2 — Service Restored')
  expect(first?.texts).toContain('We look into it')
  expect(first?.texts).not.toContain('All is well')
  expect(second).toMatchObject({ thread: first?.ts, isBroadcast: false })
  expect(second?.texts).toContain('It is the certificate')
  expect(second?.texts).toContain('*Current Status*\nKnown')
  expect(third).toMatchObject({ thread: first?.ts, isBroadcast: true })
  expect(third?.texts).toContain('All is well')
  expect(third?.texts.at(-1)).toMatch(/ · <https:\/\/status\.acme\.example|Status page>$/)
})

test('in Slack an edit, a correction and a deletion change the message that they are about', async () => {
  const { id } = await createChat('slack')
  const firstId = await post()
  const secondId = await post({ body: '<p>Second</p>', message_type: 'Update' })
  await settled(id, ['sent', 'sent'])
  await edit(secondId, 'Second, edited')
  await later(() => chats.slack()[1]?.texts).toContain('Second, edited')
  expect(chats.slack()[1]?.summary).toMatch(/^Edited: /)
  await edit(firstId, 'First, edited')
  await later(() => chats.slack()[0]?.texts).toContain('First, edited')
  await remove(secondId)
  await later(() => chats.slack()[1]?.texts).toContain('This message was taken back.')
  await remove(firstId)
  await later(() => chats.slack()[0]?.texts).toContain('This message was taken back.')
  expect(chats.slack()).toHaveLength(2)
  expect(JSON.stringify(chats.slack())).not.toContain('edited')
})

test('in Slack nothing that a person typed mentions anybody, disguises a link or is refused', async () => {
  const { id } = await createChat('slack')
  await createChat('slack_webhook')
  await createChat('teams')
  await createChat('google_chat')
  const typed =
    '&lt;!channel&gt; &lt;https://evil.example|https://bank.example&gt; [bank](https://evil.example) &lt;users/all&gt; R&amp;D https://ok.example/a|b *b*'
  await post({ body: `<p>${typed}</p><p>${'Long text &amp; more. '.repeat(600)}</p>` })
  await settled(id, ['sent'])
  await later(() => chats.seen.googleChat.length).toBe(1)
  await later(() => chats.seen.teams.length).toBe(1)
  await later(() => chats.seen.slackWebhook.length).toBe(1)
  const text = chats.slack()[0]?.texts.join('\n') ?? ''
  expect(text).toContain('&lt;!channel&gt;')
  expect(text).toContain('R&amp;D <https://ok.example/a>|b')
  expect(text).toContain('|Read on>')
  expect(chats.seen.googleChat[0]?.text).not.toContain('<users/all>')
  expect(JSON.stringify(chats.seen.teams[0])).toContain('"title":"Read on"')
})

test('the other kinds post each message by itself, with what became of it', async () => {
  for (const kind of ['slack_webhook', 'teams', 'google_chat', 'pagerduty'] as const)
    await createChat(kind, { name: kind })
  const messageId = await post()
  await later(() => chats.seen.requests).toBe(4)
  await edit(messageId, 'Edited')
  await later(() => chats.seen.requests).toBe(8)
  await remove(messageId)
  await later(() => chats.seen.requests).toBe(12)
  const titles = [
    'Outage: Expense in us2 — Update',
    'Edited: Outage: Expense in us2 — Update',
    'Taken back: Outage: Expense in us2 — Update',
  ]
  expect(chats.seen.slackWebhook.map(({ texts }) => texts[0])).toEqual(titles)
  expect(chats.seen.teams.map(({ fallbackText }) => fallbackText)).toEqual(titles)
  expect(chats.seen.googleChat.map(({ text }) => text.split('\n')[0])).toEqual(
    titles.map((title) => `*${title}*`),
  )
  expect(new Set(chats.seen.googleChat.map(({ thread }) => thread)).size).toBe(1)
  expect(chats.seen.googleChat[0]?.thread).toMatch(/^[0-9a-f]{32}$/)
  expect(chats.seen.pagerDuty.map(({ payload }) => payload.summary)).toEqual(titles)
  expect(chats.seen.pagerDuty[0]).toMatchObject({
    payload: { custom_details: { 'Current Status': 'Looking', text: 'We look into it' } },
    links: [{ href: 'https://status.acme.example', text: 'Status page' }],
  })
})

test('a chat hears in its language', async () => {
  await createChat('teams', { locale: 'de' })
  await post()
  await later(() => chats.seen.teams[0]?.fallbackText).toBe('Ausfall: Expense in us2 — Update')
  expect(JSON.stringify(chats.seen.teams[0])).toContain('Wir sehen nach')
})

test('an internal message reaches internal chats only, as a number and a link', async () => {
  const subscribed = { subscriptions: site.to('Internal Update') }
  await createChat('google_chat', { name: 'outside', ...subscribed })
  await createChat('teams', { name: 'inside', audience: 'INTERNAL', ...subscribed })
  const { id } = await createChat('slack', { audience: 'INTERNAL', ...subscribed })
  await post({ message_type: 'Internal Update' })
  await settled(id, ['sent'])
  await later(() => chats.seen.teams.length).toBe(1)
  expect(chats.seen.googleChat).toEqual([])
  expect(chats.slack()[0]?.texts[0]).toBe('Internal news about OPI-1')
  expect(JSON.stringify([chats.slack(), chats.seen.teams])).not.toContain('We look')
  const page = 'http://localhost:8080/details/OPI-1'
  expect(chats.seen.teams[0]?.actions).toMatchObject([
    { type: 'Action.OpenUrl', title: 'Open in Aviary', url: page },
    { type: 'Action.OpenUrl', title: 'Post message', url: `${page}?post=open` },
  ])
})

test('a Slack channel or token that is gone pauses the channel; a failure is tried again for a day', async () => {
  const { id } = await createChat('slack')
  chats.react({ status: 200, body: { ok: false, error: 'is_archived' } })
  await post()
  await site.settled(id, ['failed'])
  expect((await site.getChannel(id))?.paused?.reason).toBe('gone')
  const { id: other } = await createChat('slack', { name: 'Other' })
  const limited = { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } }
  chats.react(limited)
  await post()
  await site.settled(other, ['deferred'])
  const [delivery] = await site.deliveriesOf(other)
  expect(Date.parse(delivery?.next_try_date ?? '')).toBeGreaterThan(site.server.now().getTime() + 25 * SECOND)
  // The seventh try is the last, within a day.
  await site.server.db
    .update(channelDeliveries)
    .set({ attempts: 6 })
    .where(eq(channelDeliveries.channelId, other))
  chats.react({ status: 500 })
  await site.pass(60 * SECOND)
  await site.settled(other, ['failed'])
})

test('a message is posted once in Slack, although the first message could not be edited at once', async () => {
  const { id } = await createChat('slack')
  await post()
  await settled(id, ['sent'])
  chats.seen.requests = 0
  // The reply is accepted, the edit is not.
  const thread_ts = chats.slack()[0]?.ts
  const accepted = { ok: true, ts: '1795428001.000999', message: { thread_ts } }
  chats.react({ status: 200, body: accepted }, { status: 503 })
  await post({ body: '<p>Second</p>' })
  await site.settled(id, ['deferred', 'sent'])
  await site.pass(10 * SECOND)
  await settled(id, ['sent', 'sent'])
  await requests(3)
  expect(chats.slack()).toHaveLength(1)
})

test('the first message of a thread that is sent again is edited, and the channel goes on', async () => {
  const { id } = await createChat('slack')
  await post()
  await settled(id, ['sent'])
  const replay = async () => {
    const [delivery] = await site.deliveriesOf(id)
    const body = { delivery_id: delivery?.delivery_id }
    await site.manager.call(endpoints.replayChannel, { params: { id }, body })
    await site.pass(2 * SECOND)
    await settled(id, ['sent'])
  }
  await replay()
  expect(chats.slack()).toHaveLength(1)
  chats.removeFromSlack(chats.slack()[0]?.ts ?? '')
  await replay()
  expect(chats.slack()).toHaveLength(1)
  await post({ body: '<p>Second</p>' })
  await settled(id, ['sent', 'sent'])
  expect(chats.slack()[1]).toMatchObject({ thread: chats.slack()[0]?.ts })
})

test('what a newer version replaces is not posted after it', async () => {
  const { id } = await createChat('slack')
  await createChat('teams', { name: 'Teams' })
  chats.react({ status: 503 }, { status: 503 })
  const messageId = await post()
  await site.settled(id, ['deferred'])
  await requests(2)
  await edit(messageId, 'Corrected text')
  await site.settled(id, ['sent', 'deferred'])
  await site.pass(10 * SECOND)
  await settled(id, ['sent', 'stopped'])
  await later(() => chats.seen.teams.length).toBe(1)
  const all = JSON.stringify([chats.slack(), chats.seen.teams])
  expect(all).toContain('Corrected text')
  expect(all).not.toContain('We look into it')
})

test('a deletion of what no chat has says nothing, and leaves the health of the channel alone', async () => {
  const { id } = await createChat('teams')
  chats.react({ status: 503 })
  const messageId = await post()
  await site.settled(id, ['deferred'])
  await remove(messageId)
  await settled(id, ['stopped', 'stopped'])
  expect(chats.seen.teams).toEqual([])
  expect((await site.getChannel(id))?.failing_since).not.toBeNull()
})

test('a channel that was internal says nothing internal any more', async () => {
  const subscribed = { subscriptions: site.to('Internal Update', 'Update') }
  const { id } = await createChat('slack', { audience: 'INTERNAL', ...subscribed })
  await post({ message_type: 'Internal Update' })
  await settled(id, ['sent'])
  const { address: _kept, kind: _kind, ...settings } = site.settings(subscribed)
  const edited = await site.manager.call(endpoints.updateChannel, {
    params: { id },
    body: { ...settings, audience: 'EXTERNAL' },
  })
  expect(edited.status).toBe(200)
  const before = chats.slack().length
  await post()
  await settled(id, ['sent', 'sent'])
  expect(chats.slack()).toHaveLength(before + 1)
  expect(JSON.stringify(chats.slack().slice(before))).not.toContain('OPI-1')
})

test('a message that was taken back leaves no label on the thread of those that stand', async () => {
  const { id } = await createChat('slack')
  const firstId = await post()
  await post({ body: '<p>Second</p>' })
  await settled(id, ['sent', 'sent'])
  await remove(firstId)
  await later(() => chats.slack()[0]?.texts).toContain('This message was taken back.')
  expect(chats.slack()[0]?.summary).toBe('Outage: Expense in us2 — Update')
  expect(chats.slack()[0]?.texts.at(-1)).toContain('Status page')
})

test('a chat that asks for patience gets nothing until then', async () => {
  const { id } = await createChat('slack')
  chats.react({ status: 429, headers: { 'retry-after': '60' } })
  await post()
  await site.settled(id, ['deferred'])
  await post({ body: '<p>Second</p>' })
  await site.pass(20 * SECOND)
  await site.settled(id, ['queued', 'deferred'])
  expect(chats.seen.requests).toBe(1)
  await site.pass(60 * SECOND)
  await later(() => chats.slack().length).toBe(1)
  await site.pass(60 * SECOND)
  await settled(id, ['sent', 'sent'])
})

test('an edit that Slack refuses for good comes as a new message', async () => {
  const { id } = await createChat('slack')
  await post()
  const secondId = await post({ body: '<p>Second</p>' })
  await settled(id, ['sent', 'sent'])
  chats.react({ status: 200, body: { ok: false, error: 'edit_window_closed' } })
  await edit(secondId, 'Second, edited')
  await settled(id, ['sent', 'sent', 'sent'])
  expect(chats.slack()[2]).toMatchObject({ thread: chats.slack()[0]?.ts })
  expect(chats.slack()[2]?.texts).toContain('Second, edited')
})

test('a thread that somebody removed in Slack begins anew', async () => {
  const { id } = await createChat('slack')
  await post()
  await settled(id, ['sent'])
  chats.removeFromSlack(chats.slack()[0]?.ts ?? '')
  await post({ body: '<p>Second</p>' })
  await settled(id, ['sent', 'sent'])
  await post({ body: '<p>Third</p>' })
  await settled(id, ['sent', 'sent', 'sent'])
  const [second, third] = chats.slack()
  expect(second).toMatchObject({ thread: undefined })
  expect(third).toMatchObject({ thread: second?.ts })
})

test('a test says what the chat answered, and never the token', async () => {
  const { id } = await createChat('slack')
  const tested = await site.manager.call(endpoints.testChannel, { params: { id } })
  expect(tested.body).toMatchObject({ is_accepted: true, attempt: { status: 200 } })
  expect(chats.slack()[0]?.texts[0]).toBe('Test message from Aviary')
  chats.react({ status: 200, body: { ok: false, error: 'not_in_channel', token: SLACK_TOKEN } })
  const refused = await site.manager.call(endpoints.testChannel, { params: { id } })
  expect(refused.body).toMatchObject({ is_accepted: false })
  expect(refused.body.attempt.answer).toContain('not_in_channel')
  expect(refused.body.attempt.answer).not.toContain(SLACK_TOKEN)
  await post()
  await settled(id, ['sent'])
  expect(chats.slack()[1]).toMatchObject({ thread: undefined })
})

test.each([
  ['slack', { address: 'xoxp-1234567890-abcdefghij', target: SLACK_CHANNEL }, 'address', 'begins with xoxb-'],
  ['slack', { address: SLACK_TOKEN }, 'target', 'id of a Slack channel'],
  ['slack', { address: SLACK_TOKEN, target: '#general' }, 'target', 'id of a Slack channel'],
  ['pagerduty', { address: 'short' }, 'address', '32 letters and digits'],
  ['teams', { address: 'https://acme.webhook.office.com/webhookb2/x' }, 'address', 'workflow'],
  ['google_chat', { address: 'http://10.0.0.1/' }, 'address', 'not allowed'],
] as const)('a %s channel with %o is refused at %s', async (...[kind, changed, field, words]) => {
  const refused = await site.manager.call(endpoints.createChannel, {
    body: site.settings({ kind, ...changed }),
  })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.problem)).toContain(`body.${field}`)
  expect(JSON.stringify(refused.problem)).toContain(words)
})

test('only webhooks have a secret; a chat keeps its token on an edit', async () => {
  const { id, channel } = await createChat('slack')
  expect(channel).toMatchObject({ kind: 'slack', target: SLACK_CHANNEL, host: `127.0.0.1:${chats.port}` })
  const rotated = await site.manager.call(endpoints.rotateChannelSecret, { params: { id } })
  expect(rotated.status).toBe(409)
  const {
    address: _kept,
    kind: _kind,
    ...settings
  } = site.settings({ name: 'Renamed', subscriptions: subscriptions() })
  const edited = await site.manager.call(endpoints.updateChannel, { params: { id }, body: settings })
  expect(edited.body.channel).toMatchObject({ name: 'Renamed', target: SLACK_CHANNEL })
  await post()
  await settled(id, ['sent'])
  expect(chats.slack()).toHaveLength(1)
})
