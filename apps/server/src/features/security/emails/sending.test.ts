import { listSecurityEmails, updateSecurityEmail } from '@aviary/contract/security/email-endpoints'
import {
  getSendingProgress,
  listSendableEmails,
  sendSecurityEmails,
} from '@aviary/contract/security/send-endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { signInWith } from '../../../../testing/people.ts'
import { lastAudit } from '../../../../testing/queries.ts'
import { addSecurityUsers, deliverAll, newComm, writeEmail } from '../../../../testing/security.ts'
import { broadcasts, deliveries } from '../../../database/tables/mail.ts'
import { securityEmails, securityUsers } from '../../../database/tables/security.ts'

let server: TestApp
let author: Person
let sender: Person
let commId = 0
let secId = 0
beforeAll(async () => {
  server = await openTestApp()
  author = await server.signInAs('administrator')
  sender = await signInWith(server, ['view_emails'], ['Emails'])
})
beforeEach(async () => {
  await server.db.execute(
    sql`truncate delivery_events, delivery_queue, deliveries, broadcasts, security_users cascade`,
  )
  ;({ commId, secId } = await newComm(author))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const send = (ids: number[], more: object = {}) =>
  sender.call(sendSecurityEmails, { body: { email_ids: ids, ...more } })
const write = (company_id: number, more: object = {}) => writeEmail(author, commId, { company_id, ...more })
const sendable = async () =>
  (await sender.call(listSendableEmails, { query: { sec_comm_id: commId } })).body.emails
const progress = async () => (await sender.call(getSendingProgress, { query: { sec_comm_id: commId } })).body
const listed = async () =>
  (await sender.call(listSecurityEmails, { query: { sec_comm_id: commId } })).body.emails
const expectNothingSent = async () => {
  expect(await server.db.$count(broadcasts)).toBe(0)
  expect(await server.db.$count(deliveries)).toBe(0)
  expect((await listed()).every(({ was_sent }) => was_sent === 'N')).toBe(true)
}
const NOTHING = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }

test('each email reaches every active user of its company once, as it was written, and nobody else', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example', 'Bo@one.example', 'off@one.example'])
  await addSecurityUsers(server, 2, ['ana@one.example', 'cy@two.example'])
  await addSecurityUsers(server, 3, ['dee@three.example'])
  const body = `<h3 class="mail-header">What we found</h3><p>A <b>key</b> &lt;42&gt; of yours, <a href="https://acme.example/?a=1&amp;b=2">here</a></p>
<table width="468"><tr><th width="50%">Account</th><th>Key</th></tr><tr><td>a-1</td><td>k-1</td></tr></table><p>更新</p>`
  const first = await write(1, { subject: 'Key & "lock" für One', body })
  const second = await write(2, { subject: 'For two', body: '<p>Two only</p>' })
  const sent = await send([second, first])
  expect([sent.status, sent.body]).toEqual([
    200,
    { email_ids: [first, second], sent_date: server.now().toISOString(), recipients: 4 },
  ])
  expect(await progress()).toEqual({ emails: 2, sent_emails: 2, progress: { ...NOTHING, queued: 4 } })

  const arrived = await deliverAll(server)
  expect(arrived.map(({ to, mail }) => `${to} ${mail.subject}`).sort()).toEqual([
    'Bo@one.example Key & "lock" für One',
    'ana@one.example For two',
    'ana@one.example Key & "lock" für One',
    'cy@two.example For two',
  ])
  const { mail, raw } = arrived.find(({ to }) => to === 'Bo@one.example') ?? {}
  expect(mail?.from).toMatchObject({ address: 'status@acme.example' })
  expect(mail?.to).toEqual([{ address: 'Bo@one.example', name: '' }])
  expect(mail?.html).toContain(
    'A <b>key</b> &lt;42&gt; of yours, <a href="https://acme.example/?a=1&amp;b=2">',
  )
  expect(mail?.html).toMatch(/<h3 style="[^"]+">What we found<\/h3>/)
  expect(mail?.html).toMatch(/<table width="468" style="[^"]+">/)
  expect(mail?.html).not.toContain('mail-header')
  expect(mail?.text).toContain('A key <42> of yours, here [https://acme.example/?a=1&b=2]')
  expect(mail?.text).toMatch(/^Account +Key\r?\na-1 +k-1$/m)
  expect(mail?.text).toContain('更新')
  expect(mail?.text).toContain('your company named you as its contact for security')
  expect(`${mail?.headers.map(({ key }) => key)} ${mail?.html} ${mail?.text} ${raw}`).not.toMatch(
    /unsubscribe/i,
  )

  expect(await progress()).toEqual({ emails: 2, sent_emails: 2, progress: { ...NOTHING, sent: 4 } })
  expect((await listed()).map((email) => [email.id, email.was_sent, email.progress])).toEqual([
    [second, 'Y', { ...NOTHING, sent: 2 }],
    [first, 'Y', { ...NOTHING, sent: 2 }],
  ])
  expect(await sendable()).toEqual([])
})

test('a sending is one audited write, and its emails cannot be edited afterwards', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const ids = [await write(1), await write(1), await write(1)]
  await send(ids)
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Security Incident Send Emails',
    userEmail: sender.email,
    context: {
      email_ids: `${ids[0]}-${ids[2]}`,
      emails: 3,
      recipients: 3,
      companies: Object.fromEntries(ids.map((id) => [id, 1])),
    },
  })
  const [row] = await server.db.select().from(broadcasts).orderBy(broadcasts.securityEmailId).limit(1)
  expect(row).toMatchObject({
    kind: 'security_email',
    reference: `SEC-${secId}`,
    messageType: 'Initial Notification',
    criteria: { company_id: 1 },
    createdBy: sender.email,
  })
  const edited = await author.call(updateSecurityEmail, {
    body: { id: ids[0] ?? 0, company_id: 1, subject: 'Other', body: '<p>Other</p>' },
  })
  expect(edited.status).toBe(409)
})

test('lists the emails that can be sent by id, with their number of recipients', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example', 'bo@one.example', 'off@one.example'])
  const [first, second, third, fourth] = [await write(1), await write(2), await write(1), await write(1)]
  await send([fourth])
  const row = { subject: 'Your key', version: 1 }
  expect(await sendable()).toEqual([
    { ...row, id: first, company_id: 1, recipients: 2, others_of_company: 2 },
    { ...row, id: second, company_id: 2, recipients: 0, others_of_company: 0 },
    { ...row, id: third, company_id: 1, recipients: 2, others_of_company: 2 },
  ])
})

test('fifty thousand emails that reach nobody keep no other email from being sent', async () => {
  await server.db.execute(sql`
    insert into ${securityEmails} (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date)
    select ${commId}, 100000 + n, 'For nobody', '<p>Words</p>', 'IMPORT 1', 'x@acme.example', now()
    from generate_series(1, 50000) n`)
  const first = (await listed()).at(-1)?.id ?? 0
  await addSecurityUsers(server, 7, ['ana@seven.example'])
  const reaching = await write(7)
  const sendableOf = async (query: object = {}) =>
    (await sender.call(listSendableEmails, { query: { sec_comm_id: commId, ...query } })).body
  const start = performance.now()
  const { emails, reachable, unreachable } = await sendableOf()
  expect(performance.now() - start).toBeLessThan(15_000)
  expect([reachable, unreachable, emails.length]).toEqual([1, 50_000, 1_001])
  expect(emails.at(-1)).toMatchObject({ id: reaching, recipients: 1 })
  expect(await sendableOf({ email_ids: `${first},${reaching}` })).toMatchObject({
    emails: [
      { id: first, recipients: 0 },
      { id: reaching, recipients: 1 },
    ],
    reachable: 1,
    unreachable: 1,
  })
  const sent = await send([reaching], { confirmed: [{ id: reaching, version: 1, recipients: 1 }] })
  expect([sent.status, sent.body.recipients]).toEqual([200, 1])
  expect((await deliverAll(server)).map(({ to }) => to)).toEqual(['ana@seven.example'])
})

test('a list of sendable emails can be of one import', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  await write(1)
  await server.db.execute(sql`
    insert into ${securityEmails} (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date, import_id)
    select ${commId}, n, 'Merged', '<p>Words</p>', 'IMPORT ' || n, 'x@acme.example', now(), n from generate_series(1, 2) n`)
  const query = { sec_comm_id: commId, import_id: 1 }
  const { body } = await sender.call(listSendableEmails, { query })
  expect(body).toMatchObject({
    emails: [{ company_id: 1, recipients: 1, others_of_company: 1 }],
    reachable: 1,
    unreachable: 0,
  })
})

test('placeholders of the mail engine in an email stay words', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const words = '%%%%aviary-unsubscribe%%%% recipient@aviary.invalid message-id@aviary.invalid'
  await send([await write(1, { subject: words, body: `<p>${words}</p>` })])
  const [arrived] = await deliverAll(server)
  const expected = '%%aviary unsubscribe%% recipient@aviary.invalid message-id@aviary.invalid'
  expect(arrived?.mail.subject).toBe(expected)
  expect(arrived?.mail.text).toContain(expected)
  expect(arrived?.mail.html).toContain(expected)
})

test('template syntax in an email is not filled in', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  await send([await write(1, { subject: "$& $1 $' {{x}}", body: "<p>$& $1 $' {{x}}</p>" })])
  const [arrived] = await deliverAll(server)
  expect(arrived?.mail.subject).toBe("$& $1 $' {{x}}")
  expect(arrived?.mail.text).toContain("$& $1 $' {{x}}")
})

test('refuses a sending with an email that was sent before', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const [sent, unsent] = [await write(1), await write(1)]
  await send([sent])
  const again = await send([unsent, sent])
  expect([again.status, again.problem.detail]).toEqual([
    409,
    `Email Already Sent: ${sent} went out at ${server.now().toISOString()}; nothing was sent now`,
  ])
  expect((await deliverAll(server)).length).toBe(1)
  expect((await sendable()).map(({ id }) => id)).toEqual([unsent])
})

test('refuses a sending with an email that reaches nobody', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  await addSecurityUsers(server, 2, ['off@two.example'])
  for (const company of [2, 3]) {
    const [good, empty] = [await write(1), await write(company)]
    const refused = await send([good, empty])
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      `No Recipient Count: company ${company} of email ${empty} has no active security user; nothing was sent`,
    ])
  }
  await expectNothingSent()
})

test('refuses a sending that differs from what was confirmed', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const [first, second] = [await write(1), await write(1)]
  const confirmed = (await sendable()).map(({ id, version, recipients }) => ({ id, version, recipients }))
  await author.call(updateSecurityEmail, {
    body: { id: second, company_id: 1, subject: 'Later', body: '<p>Later</p>' },
  })
  const changed = await send([first, second], { confirmed })
  expect([changed.status, changed.problem.detail]).toEqual([
    409,
    `Email ${second} is not as it was confirmed: look at it again; nothing was sent`,
  ])
  const unseen = await send([first, second], { confirmed: confirmed.slice(0, 1) })
  expect(unseen.status).toBe(409)
  await addSecurityUsers(server, 1, ['new@one.example'])
  const grown = await send([first], { confirmed })
  expect([grown.status, grown.problem.detail]).toEqual([
    409,
    `Email ${first} reaches 2 people and not 1, as was confirmed; nothing was sent`,
  ])
  await expectNothingSent()
  const now = (await sendable()).map(({ id, version, recipients }) => ({ id, version, recipients }))
  expect((await send([first, second], { confirmed: now })).body.recipients).toBe(4)
})

test('refuses a missing email and an empty list', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const existing = await write(1)
  const refused = await send([existing, 1_999_999_999])
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'There is no email 1999999999; it may have been deleted. Nothing was sent',
  ])
  expect((await send([])).problem.detail).toBe('body.email_ids: Choose an email')
  await expectNothingSent()
})

test('of concurrent sendings of one email one wins and the others are refused', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example', 'bo@one.example'])
  const ids = await Promise.all([write(1), write(1), write(1)])
  const [a = 0, b = 0, c = 0] = ids
  const answers = await Promise.all([send([a, b]), send([b, c]), send([c, a]), send([b, a, a]), send([b])])
  const wonIds = answers.filter(({ status }) => status === 200).flatMap(({ body }) => body.email_ids)
  expect(new Set(wonIds).size).toBe(wonIds.length)
  expect(wonIds.length).toBeGreaterThan(0)
  for (const { status, problem } of answers.filter((answer) => answer.status !== 200))
    expect([status, problem.detail]).toEqual([409, expect.stringContaining('Email Already Sent')])
  const arrived = await deliverAll(server)
  expect(arrived.length).toBe(wonIds.length * 2)
})

test('a retry with the same key returns the first answer and sends nothing twice', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const input = { body: { email_ids: [await write(1)] }, headers: { 'idempotency-key': 'once' } }
  const [first, second] = [
    await sender.call(sendSecurityEmails, input),
    await sender.call(sendSecurityEmails, input),
  ]
  expect([second.status, second.body]).toEqual([200, first.body])
  expect((await deliverAll(server)).length).toBe(1)
})

test('an email edited while it is sent goes out as its row says', async () => {
  await addSecurityUsers(server, 1, ['ana@one.example'])
  const id = await write(1, { body: '<p>before</p>' })
  const fields = { id, company_id: 1, subject: 'Your key', body: '<p>after</p>' }
  const [sent] = await Promise.all([send([id]), author.call(updateSecurityEmail, { body: fields })])
  expect(sent.status).toBe(200)
  const [arrived] = await deliverAll(server)
  const [row] = await server.db.select().from(securityEmails).where(eq(securityEmails.id, id))
  expect(arrived?.mail.html).toContain(row?.body.replace(/<\/?p>/g, ''))
})

test('fifty thousand emails of a comm are listed and counted', async () => {
  await server.db.execute(sql`
    insert into ${securityEmails} (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date)
    select ${commId}, n, 'Notice for company ' || n, repeat('<p>Words of the mail. </p>', 60), 'MERGE', 'x@acme.example', now()
    from generate_series(1, 50000) n`)
  await server.db.execute(sql`
    insert into ${securityUsers} (company_id, email, created_date)
    select (n + 1) / 2, 'person-' || n || '@example.com', now() from generate_series(1, 100000) n`)
  await server.db.execute(sql`analyze security_emails, security_users`)
  const emails = await sendable()
  expect([emails.length, emails[0]?.recipients, emails.at(-1)?.recipients]).toEqual([50_000, 2, 2])
  expect((await progress()).emails).toBe(50_000)
})
