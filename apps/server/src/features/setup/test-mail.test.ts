import { getSetup, sendTestMail } from '@aviary/contract/setup/endpoints'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { auditLog } from '../../database/tables/audit.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const ADA = 'ada.admin@acme.example'

let servers: TestApp[] = []
let smtp: TestSmtp | undefined
afterEach(async () => {
  const errors = servers.flatMap((server) => server.errors)
  for (const server of servers.toReversed()) await server.close()
  await smtp?.close()
  servers = []
  smtp = undefined
  expect(errors).toEqual([])
})

async function open(url: string | undefined, databaseUrl?: string) {
  const server = await openTestApp({
    now: NOW,
    environment: { PUBLIC_URL: 'http://aviary.example', ...(url ? { SMTP_URL: url } : {}) },
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  servers.push(server)
  return server
}

const auditOf = (server: TestApp) =>
  server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Send Test Mail'))

test('one mail goes to the caller, in the language they read, and the mail server’s answer is recorded', async () => {
  smtp = await startSmtp()
  const server = await open(smtp.url)
  const ada = await server.signInAs('administrator')
  const body = { locale: 'de', email: 'other@acme.example', sent_to: 'other@acme.example' }
  const sent = await ada.call(sendTestMail, { body })
  expect([sent.status, sent.body]).toEqual([200, { sent_to: ADA, accepted_at: NOW.toISOString() }])
  expect(smtp.received.map(({ to }) => to)).toEqual([ADA])
  const mail = await smtp.read(0)
  expect(mail.subject).toBe('Test-E-Mail von Aviary')
  expect(mail.text).toContain('Ihr Mailserver nimmt E-Mails von Aviary an.')
  expect(mail.text).toContain('weil Sie in Aviary eine Test-E-Mail angefordert haben')
  expect(mail.html).toContain('http://aviary.example/')
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  const [row, ...more] = await auditOf(server)
  expect([row?.userEmail, row?.context?.sent_to, row?.context?.response, more]).toEqual([
    ADA,
    ADA,
    expect.stringMatching(/^250/),
    [],
  ])
  expect((await ada.call(getSetup)).body.steps?.mail).toMatchObject({
    done: true,
    accepted_date: NOW.toISOString(),
  })
})

test('an unknown language is English', async () => {
  smtp = await startSmtp()
  const ada = await (await open(smtp.url)).signInAs('administrator')
  expect((await ada.call(sendTestMail, { body: { locale: 'constructor' } })).status).toBe(200)
  expect((await smtp.read(0)).subject).toBe('Test mail from Aviary')
})

test('a refusal has the mail server’s words, and neither mail nor audit row counts', async () => {
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('mailbox full of birds'), { responseCode: 552 })),
  })
  const server = await open(smtp.url)
  const ada = await server.signInAs('administrator')
  const { status, problem } = await ada.call(sendTestMail)
  expect([status, problem.title]).toEqual([503, 'Mail refused'])
  expect(problem.detail).toContain('552 mailbox full of birds')
  expect(await auditOf(server)).toEqual([])
  expect((await ada.call(getSetup)).body.steps?.mail).toMatchObject({ done: false, accepted_date: null })
})

test('a mail server that is away, or hangs up midway, is said to be so', async () => {
  smtp = await startSmtp()
  const { url } = smtp
  await smtp.close()
  const server = await open(url)
  const away = await (await server.signInAs('administrator')).call(sendTestMail)
  expect([away.status, away.problem.title]).toEqual([503, 'Mail server not available'])
  expect(away.problem.detail).toContain('ECONNREFUSED')

  smtp = await startSmtp({ onData: () => smtp?.cut() })
  const other = await open(smtp.url)
  const broken = await (await other.signInAs('administrator')).call(sendTestMail)
  expect([broken.status, broken.problem.detail]).toEqual([
    503,
    expect.stringContaining('may or may not arrive'),
  ])
})

test('a mail server that says nothing is not waited for longer than ten seconds', async () => {
  smtp = await startSmtp({ onMailFrom: () => undefined })
  const ada = await (await open(smtp.url)).signInAs('administrator')
  const before = performance.now()
  const { status } = await ada.call(sendTestMail)
  expect(status).toBe(503)
  expect(performance.now() - before).toBeLessThan(14_000)
})

test('without a mail server it says which setting is missing', async () => {
  const ada = await (await open(undefined)).signInAs('administrator')
  const { status, problem } = await ada.call(sendTestMail)
  expect([status, problem.detail]).toEqual([409, expect.stringContaining('SMTP_URL')])
})

test('one person sends one test mail in ten seconds, whichever process answers', async () => {
  smtp = await startSmtp()
  const first = await open(smtp.url)
  const second = await open(smtp.url, first.databaseUrl)
  const ada = await first.signInAs('administrator')
  const elsewhere = await second.signInAs('administrator')
  const both = await Promise.all([ada.call(sendTestMail), elsewhere.call(sendTestMail)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  const later = (ms: number) => {
    for (const server of servers) server.setNow(new Date(NOW.getTime() + ms))
  }
  later(9_000)
  const refused = await elsewhere.call(sendTestMail)
  expect([refused.status, refused.problem.detail]).toEqual([429, expect.stringContaining('ten seconds')])
  later(10_000)
  expect((await elsewhere.call(sendTestMail)).status).toBe(200)
  expect(smtp.received).toHaveLength(2)
})

test('who may not administer sends none', async () => {
  smtp = await startSmtp()
  const support = await (await open(smtp.url)).signInAs('support')
  expect((await support.call(sendTestMail)).status).toBe(403)
  expect(smtp.received).toEqual([])
})
