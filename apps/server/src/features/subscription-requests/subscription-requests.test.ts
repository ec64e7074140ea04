import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { openMailbox, sendForm, tokenIn } from '../../../testing/requests.ts'
import { openReader } from '../../../testing/status-page.ts'
import { subscribers, subscriptionRequests, subscriptions } from '../../database/tables/mail.ts'

const ANA = 'ana@example.com'

let server: TestApp
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  server = await openTestApp({
    environment: { PUBLIC_STATUS: '/status', INTERNAL_MAIL_DOMAINS: 'acme.example' },
  })
  mailbox = await openMailbox(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await mailbox.stop()
  await server.close()
})
beforeEach(async () => {
  await server.db.delete(subscribers)
  await server.db.delete(subscriptionRequests)
  mailbox.received.length = 0
})

let networks = 0
/** An address in a network that has sent nothing yet. */
const newNetwork = (): string => {
  networks += 1
  return `2001:db8:0:${networks.toString(16)}::1`
}
const ask = (fields: Record<string, readonly string[]>, from = newNetwork()) =>
  sendForm(server, fields, { from })
const mailTo = async (email: string) => {
  await expect.poll(() => mailbox.received.map(({ to }) => to), { timeout: 10_000 }).toContain(email)
  return mailbox.newest(email)
}
const open = (token: string) => server.app.inject(`/api/subscription_requests/${token}/`)
const confirm = (token: string) =>
  server.app.inject({ method: 'POST', url: `/api/subscription_requests/${token}/` })
const getSubscriber = async (email: string) =>
  (await server.db.select().from(subscribers).where(eq(subscribers.email, email)))[0]
const listChosen = () => server.db.select().from(subscriptions).orderBy(subscriptions.category)

test('whoever enters an address on the page and follows the link in the mail is subscribed to all', async () => {
  const { read } = openReader(server)
  const page = await read('')
  expect(page).toContain('action="http://localhost:8080/api/subscription_requests/"')
  const sent = await ask({ email: [ANA], locale: ['de'] })
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(sent.body).toContain('Wir haben eine E-Mail an diese Adresse gesendet')
  expect(await getSubscriber(ANA)).toBeUndefined()
  const mail = await mailTo(ANA)
  expect(mail.subject).toBe('Bestätigen Sie Ihr Abonnement der Status-E-Mails von Acme')
  const token = tokenIn(mail.text)
  const question = await open(token)
  expect(question.body).toContain(`<strong>${ANA}</strong>`)
  expect(await getSubscriber(ANA)).toBeUndefined()
  const { statusCode, headers } = await confirm(token)
  const subscriber = await getSubscriber(ANA)
  expect([statusCode, headers.location]).toEqual([303, `/api/unsubscribe/${subscriber?.uuid}/?saved`])
  expect(subscriber).toMatchObject({ locale: 'de', pausedAt: null })
  expect((await listChosen()).map(({ category }) => category)).toEqual(['P1', 'P2', 'notifications'])
  expect(await lastAudit(server)).toMatchObject({
    userEmail: ANA,
    actionName: 'Confirm Subscription',
    context: { via: 'status page' },
  })
  const own = await server.app.inject(String(headers.location))
  expect(own.body).toContain('Ihre Auswahl ist gespeichert')
  await expect.poll(() => mailbox.received.length, { timeout: 10_000 }).toBe(2)
  const done = await mailTo(ANA)
  expect(done.subject).toBe('Sie haben die Status-E-Mails von Acme abonniert')
  expect(done.text).toContain(`https://aviary.example/api/unsubscribe/${subscriber?.uuid}`)
})
