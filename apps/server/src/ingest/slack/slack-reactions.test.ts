import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOn } from '../../../testing/queries.ts'
import { signSlack } from '../../../testing/slack.ts'
import { openSlackSite } from '../../../testing/slack-site.ts'

const TS = '1787226000.000100'
let events = 0
const nextEvent = () => {
  events += 1
  return `Ev${events}`
}
const reaction = (fields: object = {}) => ({
  ...{ type: 'event_callback', event_id: nextEvent() },
  team_id: 'T1',
  event: {
    ...{ type: 'reaction_added', user: 'U1', reaction: 'pushpin' },
    item: { type: 'message', channel: 'CINC1', ts: TS },
    ...fields,
  },
})

let site: Awaited<ReturnType<typeof openSlackSite>>
beforeAll(async () => {
  site = await openSlackSite({ SLACK_BOT_TOKEN: 'xoxb-bot' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.reset()
  await runOn(site.server, 'delete from chat_taken_messages')
  site.receiver.requests.length = 0
})

const send = async (event: object, headers: Record<string, string> = {}) => {
  const payload = JSON.stringify(event)
  const { statusCode, body } = await site.server.app.inject({
    ...{ method: 'POST', url: '/api/chat/slack/events/', payload },
    headers: {
      'content-type': 'application/json',
      ...signSlack(payload, site.server.now()),
      ...headers,
    },
  })
  return { status: statusCode, body: JSON.parse(body) }
}

type Said = { user?: string; text: string; ts?: string; username?: string; files?: object[] }

/** Slack answers with this message, with names of people, and takes the note for whoever reacted. */
function slackHas({ ts = TS, ...message }: Said, ...names: string[]) {
  const ok = (answer: object) => ({ status: 200, body: JSON.stringify({ ok: true, ...answer }) })
  site.receiver.react(
    ok({ messages: [{ ts, ...message }] }),
    ...names.map((real_name) => ok({ user: { name: 'login', real_name } })),
    ok({}),
  )
}

const calls = () =>
  site.receiver.requests.map(({ path, body }) => ({ path, fields: new URLSearchParams(body) }))
/** What whoever reacted was told. */
const told = () => {
  const { path, fields } = calls().at(-1) ?? {}
  expect(path).toBe('/chat.postEphemeral')
  return { user: fields?.get('user'), channel: fields?.get('channel'), text: fields?.get('text') }
}
const story = async () => {
  const { body } = await site.ines.call(getTimeline, { query: { jira_id: 'OPI-1' } })
  return body.entries.filter(({ kind }) => kind === 'message')
}

test('a reaction takes a message into the story, internal, in the name of whoever reacted', async () => {
  slackHas(
    { user: 'U7', text: 'Disk &lt;full&gt; on <https://db.example/7|db-7>, <@U8> looks\n\n&amp; more' },
    'Bo Ops',
    'Cy Dev',
  )
  expect(await send(reaction())).toEqual({ status: 200, body: {} })
  expect(told()).toMatchObject({ user: 'U1', channel: 'CINC1', text: expect.stringContaining('OPI-1') })
  expect(told().text).toContain('in the story, internal')
  const [read, ...others] = calls()
  expect(read?.path).toBe('/conversations.history')
  expect([read?.fields.get('latest'), read?.fields.get('oldest')]).toEqual([TS, TS])
  expect(site.receiver.requests[0]?.headers.authorization).toBe('Bearer xoxb-bot')
  expect(others.map(({ path }) => path)).toEqual(['/users.info', '/users.info', '/chat.postEphemeral'])
  expect(await story()).toMatchObject([{ kind: 'message', title: 'Internal Update', by: site.ines.email }])
  const { rows } = await site.server.db.execute<{ html: string }>(
    sql`select body ->> 'en' as html from incident_messages`,
  )
  expect(rows).toEqual([
    {
      html: '<p><b>Cy Dev</b>, Slack, 2026-08-20 11:40 UTC:</p><p>Disk &lt;full&gt; on https://db.example/7, @Bo Ops looks</p><p>&amp; more</p>',
    },
  ])
  const audit = await site.server.db.execute(
    sql`select application_name from audit_log where action_name = 'Create Message' order by pkey desc limit 1`,
  )
  expect(audit.rows).toEqual([{ application_name: 'Slack (T1/U1)' }])
  const broadcasts = await site.server.db.execute(sql`select from broadcasts where kind = 'incident_message'`)
  expect(broadcasts.rows).toEqual([])
})

test('a message is taken once, however many react, and however often Slack tells of it', async () => {
  slackHas({ user: 'U7', text: 'Once' }, 'Bo')
  await send(reaction())
  for (const user of ['U1', 'U2']) {
    site.receiver.react({ status: 200, body: '{"ok":true}' })
    await send(reaction({ user }))
    expect(told().text).toContain('has this message already')
  }
  expect(await story()).toHaveLength(1)
})

test('of reactions at the same time one takes it', async () => {
  const ok = { status: 200, body: JSON.stringify({ ok: true, messages: [{ ts: TS, text: 'Once' }] }) }
  site.receiver.react(...Array(12).fill(ok))
  await Promise.all(['U1', 'U2', 'U1', 'U2'].map((user) => send(reaction({ user }))))
  await expect.poll(async () => (await story()).length).toBe(1)
  expect(calls().filter(({ path }) => path === '/conversations.history')).toHaveLength(1)
})

test('who may not write internal messages, or is linked to nobody, is told so, and takes nothing', async () => {
  site.receiver.react({ status: 200, body: '{"ok":true}' })
  await send(reaction({ user: 'U5' }))
  expect(told()).toMatchObject({ user: 'U5', text: expect.stringContaining('not linked to Aviary') })
  const may = (has: boolean) =>
    runOn(
      site.server,
      has
        ? `insert into role_actions select role_id, action_id from roles, actions where roles.system_name = 'incident_manager' and actions.system_name in ('create_is_internal_message', 'create_p1_message')`
        : `delete from role_actions where role_id = (select role_id from roles where system_name = 'incident_manager')
             and action_id in (select action_id from actions where system_name in ('create_is_internal_message', 'create_p1_message'))`,
    )
  await may(false)
  try {
    slackHas({ user: 'U7', text: 'Nobody may' }, 'Bo')
    await send(reaction())
    expect(told().text).toContain(':warning: This needs the action')
    expect(await story()).toEqual([])
  } finally {
    await may(true)
  }
  // After the refusal somebody else takes it.
  slackHas({ user: 'U7', text: 'Now' }, 'Bo')
  await send(reaction({ user: 'U2' }))
  expect(await story()).toMatchObject([{ by: site.ada.email }])
})

test.each([
  ['another reaction', { reaction: '+1' }],
  ['a reaction that is taken away', { type: 'reaction_removed' }],
  ['a reaction to a file', { item: { type: 'file', file: 'F1' } }],
  ['a reaction in a channel of no incident', { item: { type: 'message', channel: 'CELSE', ts: TS } }],
  ['a reaction by nobody', { user: undefined }],
  ['a reaction of another form', { user: { id: 'U1' } }],
  ['a reaction to nothing', { item: null }],
])('%s is left alone, and Slack is asked for nothing', async (_, fields) => {
  expect(await send(reaction(fields))).toEqual({ status: 200, body: {} })
  expect(calls()).toEqual([])
  expect(await story()).toEqual([])
})

test.each([
  [{ ok: false, error: 'not_in_channel' }, 'Invite the app to this channel'],
  [{ ok: false, error: 'missing_scope' }, 'lacks a scope'],
  [
    { ok: true, messages: [{ ts: TS, subtype: 'tombstone', text: 'This message was deleted.' }] },
    'not there any more',
  ],
  [{ ok: false, error: 'constructor' }, 'Slack refused conversations.history: constructor'],
  [{ ok: true, messages: [{ ts: TS, text: '  ' }] }, 'has no text'],
])('when Slack answers %j, whoever reacted is told, and can react again', async (answer, words) => {
  site.receiver.react({ status: 200, body: JSON.stringify(answer) }, { status: 200, body: '{"ok":true}' })
  await send(reaction())
  expect(told().text).toContain(words)
  slackHas({ username: 'Deploy bot', text: 'Deployed', files: [{}, {}] })
  await send(reaction())
  expect(await story()).toMatchObject([
    { title: 'Internal Update', text: expect.stringContaining('(+ 2 files)') },
  ])
})

test('a process that ended while it took a message keeps nobody from taking it', async () => {
  const at = (ms: number) => new Date(site.server.now().getTime() + ms).toISOString()
  const begin = (ms: number) =>
    runOn(
      site.server,
      `insert into chat_taken_messages (chat, team, channel, ts, attempt, taken_at)
         values ('slack', 'T1', 'CINC1', '${TS}', gen_random_uuid(), '${at(ms)}')
         on conflict (chat, team, channel, ts) do update set taken_at = excluded.taken_at`,
    )
  await begin(-30_000)
  site.receiver.react({ status: 200, body: '{"ok":true}' })
  await send(reaction())
  expect(await story()).toEqual([])
  await begin(-181_000)
  slackHas({ user: 'U7', text: 'At last' }, 'Bo')
  await send(reaction())
  expect(await story()).toHaveLength(1)
})

test('an answer in a thread is taken, and so is what a program wrote', async () => {
  const ok = (answer: object) => ({ status: 200, body: JSON.stringify({ ok: true, ...answer }) })
  const attachments = [
    { fallback: 'Alert', title: 'Disk full', fields: [{ title: 'Host', value: 'db-7' }] },
    { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Since *12:00*, <!here>' } }] },
  ]
  site.receiver.react(
    ok({ messages: [] }),
    ok({
      messages: [
        { ts: '1787220000.000001', text: 'Its beginning' },
        { ts: TS, text: '', files: null, attachments },
      ],
    }),
    ok({}),
  )
  await send(reaction())
  expect(calls().map(({ path }) => path)).toEqual([
    '/conversations.history',
    '/conversations.replies',
    '/chat.postEphemeral',
  ])
  const [{ text = '' } = {}] = (await story()) as { text?: string }[]
  expect(text).toContain('Disk full')
  expect(text).toContain('db-7')
  expect(text).not.toContain('Alert')
  expect(text).toContain('Since *12:00*, @here')
  expect(text).not.toContain('Its beginning')
})

test('a message with very many lines is cut', async () => {
  slackHas({ user: 'U7', text: 'line\n'.repeat(4_000) }, 'Bo')
  await send(reaction())
  expect(told().text).toContain('in the story')
  const { rows } = await site.server.db.execute<{ html: string }>(
    sql`select body ->> 'en' as html from incident_messages`,
  )
  expect(rows[0]?.html.match(/line/g)).toHaveLength(400)
  expect(rows[0]?.html).toContain('line …</p>')
})

test('a failure after the message was made does not make it twice', async () => {
  await runOn(
    site.server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'x' using errcode = '57P01'; end $$;
     create trigger refuse before update of message_id on chat_taken_messages for each row execute function refuse()`,
  )
  try {
    slackHas({ user: 'U7', text: 'Once' }, 'Bo')
    await send(reaction())
    expect(told().text).toContain(':warning:')
  } finally {
    await runOn(site.server, 'drop trigger refuse on chat_taken_messages; drop function refuse()')
  }
  site.server.setNow(new Date(site.server.now().getTime() + 181_000))
  slackHas({ user: 'U7', text: 'Once' }, 'Bo')
  await send(reaction())
  expect(told().text).toContain('in the story')
  expect(await story()).toHaveLength(1)
  site.server.errors.length = 0
})

test('a message that is deleted here can be taken again, but not by the same request', async () => {
  slackHas({ user: 'U7', text: 'First' }, 'Bo')
  const first = reaction()
  await send(first)
  await runOn(site.server, 'delete from incident_messages')
  await send(first)
  expect(await story()).toEqual([])
  slackHas({ user: 'U7', text: 'Second' }, 'Bo')
  await send(reaction())
  expect(await story()).toMatchObject([{ text: expect.stringContaining('Second') }])
})

test('Slack checks the address; what is not signed is refused', async () => {
  expect(await send({ type: 'url_verification', challenge: 'c1' })).toEqual({
    status: 200,
    body: { challenge: 'c1' },
  })
  const late = signSlack(JSON.stringify(reaction()), new Date(site.server.now().getTime() - 6 * 60_000))
  expect((await send(reaction(), late)).status).toBe(401)
  expect((await send(reaction(), { 'x-slack-signature': 'v0=00' })).status).toBe(401)
  expect(calls()).toEqual([])
})
