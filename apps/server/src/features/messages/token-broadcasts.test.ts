import { listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { correctMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { createMessage, previewMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import type { Scope } from '@aviary/contract/scopes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { renderStatusPage } from '../../../testing/status-page.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { callWith, openToken, type Token } from '../../../testing/tokens.ts'
import { serviceTokens, tokenPreviews } from '../../database/tables/access.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { channelEvents } from '../../database/tables/channels.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { sha256 } from '../session/public.ts'

// Messages of service tokens to people outside: by a scope of their own, and after a preview of the same token.

const NOW = new Date('2026-08-20T12:00:00Z')
const SCOPES: Scope[] = ['write:messages', 'broadcast:external']

let server: TestApp
let manager: Person
let sender: Token
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  sender = await openToken(server, 'sender', SCOPES)
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] }),
  ])
  await subscribe(server, 'ana@example.com', { alertTypes: ['Update', 'Internal Update'] })
  await subscribe(server, 'bo@acme.example', { alertTypes: ['Update', 'Internal Update'] })
})
beforeEach(() => server.setNow(NOW))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  ...{
    jira_id: 'OPI-1',
    priority_type: 'P1',
    message_type: 'Update',
    body: '<p>We look</p>',
    broadcast: 'Y',
  },
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  ...changes,
})
const preview = (token: Token, changes: object = {}) =>
  token.call(previewMessage, { body: { ...draft(changes), translate: false } })
const post = (token: Pick<Token, 'call'>, changes: object = {}, headers: Record<string, string> = {}) =>
  token.call(createMessage, { body: draft(changes), headers })
const said = (answer: { status: number; problem: { detail: string } }) => [
  answer.status,
  answer.problem.detail,
]
const countSent = async () => (await server.db.select().from(broadcasts)).length
const inMinutes = (minutes: number) => server.setNow(new Date(NOW.getTime() + minutes * 60_000))
const NOT_PREVIEWED = expect.stringMatching(
  /has not previewed this message in the last 10 minutes.*Preview exactly/,
)

/** Says what a call is refused with, and that nothing was stored or sent. */
async function refused(answer: () => Promise<{ status: number; problem: { detail: string } }>) {
  const count = async () => [await countSent(), (await server.db.select().from(incidentMessages)).length]
  const before = await count()
  const result = said(await answer())
  expect(await count()).toEqual(before)
  return result
}

test('a token mails people outside what it previewed, and no mail names it', async () => {
  const { body } = await preview(sender)
  expect(body).toMatchObject({ audience: 'EXTERNAL', total: 2 })
  const sent = await post(sender, { recipients: body.total })
  expect(sent.status).toBe(200)
  const query = { broadcast_id: sent.body.broadcast_id ?? 0 }
  const { deliveries } = (await manager.call(listDeliveries, { query })).body
  expect(deliveries.map(({ email }) => email).toSorted()).toEqual(['ana@example.com', 'bo@acme.example'])
  const [broadcast] = await server.db.select().from(broadcasts)
  expect(broadcast?.createdBy).toBe('token:sender')
  expect(JSON.stringify([broadcast?.contents, broadcast?.series, broadcast?.headline])).not.toContain(
    'sender',
  )
  expect(
    await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Create Message')),
  ).toMatchObject([{ userEmail: 'token:sender', context: { broadcast: { audience: 'EXTERNAL' } } }])
})

test('without the scope nothing goes outside, whatever was previewed', async () => {
  const writer = await openToken(server, 'writer', ['write:messages'])
  const { total } = (await preview(writer)).body
  expect(await refused(() => post(writer, { recipients: total }))).toEqual([
    403,
    "The token 'writer' lacks the scope broadcast:external",
  ])
})

test('what no preview showed is not mailed: translations, and an incident that is elsewhere by now', async () => {
  const { total } = (await preview(sender)).body
  const hidden = { recipients: total, translations: { de: '<p>Untergeschoben</p>' } }
  expect(await refused(() => post(sender, hidden))).toEqual([409, NOT_PREVIEWED])
  const place = { affected_services: ['Expense'], data_centers: ['us2'] }
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { ...place, severity: 'PARTIAL_OUTAGE' })])
  expect(await refused(() => post(sender, { recipients: total }))).toEqual([409, NOT_PREVIEWED])
  await ingest(server, 'incidents', [incidentRecord('OPI-1', place)])
  expect((await post(sender, { recipients: total })).status).toBe(200)
})

test('a count from memory, of other fields, or of another caller is refused', async () => {
  expect(await refused(() => post(sender))).toEqual([400, expect.stringContaining('recipients')])
  expect(await refused(() => post(sender, { recipients: 2 }))).toEqual([409, NOT_PREVIEWED])
  await manager.call(previewMessage, { body: { ...draft(), translate: false } as never })
  const authorization = `Bearer ${sender.secret}`
  await manager.call(previewMessage, {
    body: { ...draft(), translate: false } as never,
    headers: { authorization },
  })
  await preview(await openToken(server, 'another', SCOPES))
  expect(await refused(() => post(sender, { recipients: 2 }))).toEqual([409, NOT_PREVIEWED])
  await preview(sender)
  for (const changes of [{ body: 'Something else' }, { comm_src: 'Another' }, { impact: 'All' }])
    expect(await refused(() => post(sender, { recipients: 2, ...changes }))).toEqual([409, NOT_PREVIEWED])
  expect(await refused(() => post(sender, { recipients: 1 }))).toEqual([
    409,
    expect.stringContaining('counted 2, not 1'),
  ])
  // What was refused used up nothing, and fields may come in another order.
  const reversed = Object.fromEntries(Object.entries(draft({ recipients: 2 })).toReversed())
  expect((await sender.call(createMessage, { body: reversed })).status).toBe(200)
})

test('a preview counts for ten minutes and once; a repeat with the same key sends nothing', async () => {
  await preview(sender)
  inMinutes(10)
  expect(await refused(() => post(sender, { recipients: 2 }))).toEqual([409, NOT_PREVIEWED])
  await preview(sender)
  inMinutes(19)
  const key = { 'idempotency-key': 'once' }
  const first = await post(sender, { recipients: 2 }, key)
  expect(first.status).toBe(200)
  const before = await countSent()
  const again = await post(sender, { recipients: 2 }, key)
  expect([again.status, again.body.broadcast_id]).toEqual([200, first.body.broadcast_id])
  expect(await refused(() => post(sender, { recipients: 2 }))).toEqual([409, NOT_PREVIEWED])
  expect(await countSent()).toBe(before)
})

test('of two writes at once with one preview, one is sent', async () => {
  await preview(sender)
  const before = await countSent()
  const answers = await Promise.all([1, 2, 3].map(() => post(sender, { recipients: 2 })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await countSent()).toBe(before + 1)
})

test('a preview counts in every process, and for a token whose secret was replaced meanwhile', async () => {
  const other = await openTestApp({ now: NOW, databaseUrl: server.databaseUrl })
  const rotated = await openToken(server, 'rotated', SCOPES)
  await preview(rotated)
  const secret = 'x'.repeat(43)
  await server.db
    .update(serviceTokens)
    .set({ tokenHash: sha256(secret) })
    .where(eq(serviceTokens.tokenId, rotated.tokenId))
  expect((await refused(() => post(rotated, { recipients: 2 })))[0]).toBe(401)
  expect((await post({ call: callWith(other, secret) }, { recipients: 2 })).status).toBe(200)
  await other.close()
})

test('a token that was revoked, or lost the scope, after its preview sends nothing', async () => {
  const ended = await openToken(server, 'ended', SCOPES)
  const change = (values: object) =>
    server.db.update(serviceTokens).set(values).where(eq(serviceTokens.tokenId, ended.tokenId))
  await preview(ended)
  await change({ scopes: ['write:messages'] })
  expect((await refused(() => post(ended, { recipients: 2 })))[0]).toBe(403)
  await change({ scopes: SCOPES, revokedAt: NOW })
  expect((await refused(() => post(ended, { recipients: 2 })))[0]).toBe(401)
})

test('a number of recipients that has changed is refused, for people too', async () => {
  await preview(sender)
  await subscribe(server, 'cy@example.com')
  const detail = 'The message would now reach 3 people, not 2. Check it again'
  expect(await refused(() => post(sender, { recipients: 2 }))).toEqual([409, detail])
  const byPerson = () => manager.call(createMessage, { body: draft({ recipients: 2 }) as never })
  expect(await refused(byPerson)).toEqual([409, detail])
})

test('an edit that people outside would read needs the scope; so does an internal message made public', async () => {
  const all: Scope[] = ['write:messages', 'read:internal']
  const writer = await openToken(server, 'editor', all)
  const edit = (token: Token, message: { id: number }, changes: object = {}) =>
    token.call(updateMessage, {
      body: {
        ...{ message_id: message.id, jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update' },
        ...{ body: `<p>${crypto.randomUUID()}</p>`, language: 'en', ...changes },
      },
    })
  const internal = (await post(writer, { message_type: 'Internal Update' })).body.message
  expect(await refused(() => edit(writer, internal))).toEqual([
    403,
    expect.stringContaining('broadcast:external'),
  ])
  expect((await edit(writer, internal, { message_type: 'Internal Update' })).status).toBe(200)
  const unsent = (await post(writer, { broadcast: 'N' })).body.message
  expect((await edit(writer, unsent)).status).toBe(200)

  const { total } = (await preview(sender)).body
  const { message } = (await post(sender, { recipients: total })).body
  expect((await refused(() => edit(writer, message)))[0]).toBe(403)
  const both = await openToken(server, 'both', [...all, 'broadcast:external'])
  expect((await edit(both, message)).status).toBe(200)
  expect((await edit(both, internal)).status).toBe(200)
})

test('a correction outside needs its own preview of the same text by the same token', async () => {
  const { total } = (await preview(sender)).body
  const { message } = (await post(sender, { recipients: total })).body
  const correction = (changes: object = {}) => ({
    ...{ message_id: message.id, jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update' },
    ...{ body: '<p>We found it</p>', language: 'en', version: message.version, ...changes },
  })
  const correct = (token: Token, changes: object = {}) =>
    token.call(correctMessage, { body: correction({ recipients: total, ...changes }) })
  const previewed = (token: Token) => token.call(previewCorrection, { body: correction() })

  expect(await refused(() => correct(sender))).toEqual([
    409,
    expect.stringContaining('has not previewed this correction'),
  ])
  const writer = await openToken(server, 'corrector', ['write:messages'])
  expect((await previewed(writer)).body).toMatchObject({ audience: 'EXTERNAL', total })
  expect((await refused(() => correct(writer)))[0]).toBe(403)
  expect((await previewed(sender)).status).toBe(200)
  expect((await refused(() => correct(sender, { body: '<p>Another</p>' })))[0]).toBe(409)
  const corrected = await correct(sender)
  expect(corrected.status).toBe(200)
  const [broadcast] = await server.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.broadcastId, corrected.body.broadcast_id))
  expect(broadcast).toMatchObject({ createdBy: 'token:sender', audience: 'EXTERNAL' })
  expect(JSON.stringify(broadcast?.contents)).not.toContain('sender')
  const another = { version: corrected.body.message.version, body: '<p>Fixed</p>' }
  expect((await refused(() => correct(sender, another)))[0]).toBe(409)
})

test('previews that can no longer be used are deleted', async () => {
  await preview(sender)
  expect(await server.db.select().from(tokenPreviews)).not.toEqual([])
  inMinutes(20)
  await server.tick()
  expect(await server.db.select().from(tokenPreviews)).toEqual([])
})

test('neither channels nor the status page name a token', async () => {
  const named = await openToken(server, 'zebra', SCOPES)
  const { email: owner } = await server.signInAs('administrator')
  await server.db.execute(sql`
    insert into channels (kind, name, host, address, secret, locale, audience, created_at, owner_id)
    select 'webhook', 'Hook', 'hooks.example', 'sealed', 'sealed', 'en', 'EXTERNAL', now(), user_id
    from users where email = ${owner}`)
  await server.db.execute(sql`insert into channel_lanes (channel_id) select channel_id from channels`)
  await server.db.execute(sql`
    insert into channel_subscriptions (channel_id, category, services, data_centers, alert_types)
    select channel_id, 'P1', '{Expense}', '{us2}', array(select alert_type_id from alert_types) from channels`)
  const said = { body: '<p>Seen outside</p>' }
  const { total, channels } = (await preview(named, said)).body
  expect(channels.total).toBe(1)
  expect((await post(named, { ...said, recipients: total })).status).toBe(200)

  const events = JSON.stringify((await server.db.select().from(channelEvents)).map(({ bodies }) => bodies))
  const { files = [] } = await renderStatusPage(server)
  const page = files.map(({ content }) => content).join('\n')
  for (const text of [events, page]) {
    expect(text).toContain('Seen outside')
    expect(text).not.toContain('zebra')
  }
})
