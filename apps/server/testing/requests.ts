import { count, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deliveryQueue, subscribers } from '../src/database/tables/mail.ts'
import type { TestApp } from './app.ts'
import { toForm } from './contract-checks.ts'
import { startWorker } from './mailing.ts'
import { startSmtp } from './smtp.ts'

const ADDRESS = '/api/subscription_requests/'

type Fields = Record<string, readonly string[]>
type From = { from?: string; headers?: Record<string, string> }

let networks = 0
/** An address in a network that has sent nothing yet. */
const newNetwork = (): string => {
  networks += 1
  return `2001:db8:0:${networks.toString(16)}::1`
}

/** What strangers do: the form of the status page, as a browser without a script sends it, and the links of its mails. */
export async function openStranger(server: TestApp) {
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  const { received } = smtp
  /** `from`: the sender's address; each request comes from a network of its own by default. */
  const ask = (fields: Fields, { from = newNetwork(), headers }: From = {}) =>
    server.app.inject({
      method: 'POST',
      url: ADDRESS,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: toForm(fields),
      remoteAddress: from,
    })
  const countMails = (email: string) => received.filter(({ to }) => to === email).length
  /** Waits for the `count`th mail to an address. */
  const getMail = async (email: string, count = 1) => {
    await expect.poll(() => countMails(email)).toBe(count)
    return smtp.read(received.findLastIndex(({ to }) => to === email))
  }
  const getToken = async (email: string, count = 1) => tokenIn((await getMail(email, count)).text)
  const confirm = (token: string) => server.app.inject({ method: 'POST', url: `${ADDRESS}${token}/` })
  return {
    ...{ received, ask, countMails, getMail, getToken, confirm },
    open: (token: string) => server.app.inject(`${ADDRESS}${token}/`),
    getSubscriber: async (email: string) =>
      (await server.db.select().from(subscribers).where(eq(subscribers.email, email)))[0],
    /** Deletes all requests, subscribers and mails once the mails on their way have arrived. */
    forgetAll: async () => {
      const countQueued = async () => (await server.db.select({ rows: count() }).from(deliveryQueue))[0]?.rows
      await expect.poll(countQueued).toBe(0)
      await server.db.execute(sql`truncate deliveries, broadcasts, subscription_requests cascade`)
      await server.db.delete(subscribers)
      received.length = 0
    },
    /** All at once: from the form to the subscription. */
    subscribe: async (email: string, fields: Fields = {}) => {
      expect((await ask({ email: [email], ...fields })).statusCode).toBe(200)
      expect((await confirm(await getToken(email))).statusCode).toBe(303)
    },
    stop: async () => {
      await worker.stop()
      await smtp.close()
    },
  }
}

/** The token of the link in a mail. */
const tokenIn = (text: string | undefined): string =>
  /\/api\/subscription_requests\/([\w-]+)\//.exec(text ?? '')?.[1] ?? ''
