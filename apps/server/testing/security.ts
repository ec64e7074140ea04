import { createSecurityEmail } from '@aviary/contract/security/email-endpoints'
import { createComm, createSecurityIncident } from '@aviary/contract/security/endpoints'
import { isNotNull } from 'drizzle-orm'
import { deliveryQueue } from '../src/database/tables/mail.ts'
import { securityUsers } from '../src/database/tables/security.ts'
import type { Person, TestApp } from './app.ts'
import { startWorker } from './mailing.ts'
import { startSmtp } from './smtp.ts'
import { waitFor } from './wait-for.ts'

/** Creates a security incident with a comm. */
export async function newComm(person: Person): Promise<{ secId: number; commId: number }> {
  const words = { title: 'Leaked key', description: 'A key', status: 'Open' }
  const incident = await person.call(createSecurityIncident, {
    body: { ...words, start_date: '2026-08-20T14:43:00Z' },
  })
  const { sec_id } = incident.body
  const comm = await person.call(createComm, {
    body: { sec_id, description: 'To all', status: 'Draft', comm_type: 1 },
  })
  return { secId: sec_id, commId: comm.body.sec_comm_id }
}

type NewEmail = { company_id: number; subject?: string; body?: string }

/** Creates an email like the composer; returns its id. */
export async function writeEmail(person: Person, commId: number, email: NewEmail): Promise<number> {
  const { body, problem } = await person.call(createSecurityEmail, {
    body: { sec_comm_id: commId, subject: 'Your key', body: '<p>Your key was found</p>', ...email },
  })
  if (body.id === undefined) throw new Error(JSON.stringify(problem))
  return body.id
}

/** Adds security users to a company; addresses that begin with `off` are inactive. */
export const addSecurityUsers = (server: TestApp, companyId: number, emails: readonly string[]) =>
  server.db.insert(securityUsers).values(
    emails.map((email) => ({
      companyId,
      email,
      isActive: !email.startsWith('off'),
      createdDate: server.now(),
    })),
  )

/** Delivers all due mails to a real SMTP server and returns what arrived. */
export async function deliverAll(server: TestApp, options: Parameters<typeof startSmtp>[0] = {}) {
  const smtp = await startSmtp(options)
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await untilDelivered(server)
  await worker.stop()
  await smtp.close()
  return Promise.all(
    smtp.received.map(async ({ to, raw }, index) => ({ to, raw, mail: await smtp.read(index) })),
  )
}

export const untilDelivered = (server: TestApp) =>
  waitFor(
    async () => {
      const left = await server.db.$count(deliveryQueue, isNotNull(deliveryQueue.dueAt))
      if (left > 0) throw new Error(`${left} mails are not delivered`)
    },
    { interval: 20 },
  )
