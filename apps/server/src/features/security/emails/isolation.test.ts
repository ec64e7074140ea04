import { updateSecurityEmail } from '@aviary/contract/security/email-endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { deleteSecurityUser, updateSecurityUser } from '@aviary/contract/security/user-endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { startWorker, type TestWorker } from '../../../../testing/mailing.ts'
import { addSecurityUsers, newComm, untilDelivered, writeEmail } from '../../../../testing/security.ts'
import { startSmtp, type TestSmtp } from '../../../../testing/smtp.ts'
import { securityEmails, securityUsers } from '../../../database/tables/security.ts'
import { randomFrom } from '../../../demo/names.ts'

// Random actions, some of them concurrent: every mail must have only the words of its recipient's company.
const COMPANIES = 25
const PEOPLE = 40
const STEPS = 400

let server: TestApp
let person: Person
let smtp: TestSmtp
let workers: TestWorker[]
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  smtp = await startSmtp()
  workers = await Promise.all([1, 2].map(() => startWorker(server, { smtpUrl: smtp.url, connections: 4 })))
})
afterAll(async () => {
  await Promise.all(workers.map(({ stop }) => stop()))
  await smtp.close()
  expect(workers.flatMap(({ log }) => log)).toEqual([])
  expect(server.errors).toEqual([])
  await server.close()
})

test.each([1, 2, 3])(
  'no path sends the words of one company to another (seed %i)',
  async (seed) => {
    await server.db.execute(sql`truncate security_users`)
    const random = randomFrom(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const pick = <T>(list: readonly T[]): T => {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    }
    const comms = [(await newComm(person)).commId, (await newComm(person)).commId]
    const companies = Array.from({ length: COMPANIES }, (_, index) => seed * 1_000 + index)
    const people = Array.from({ length: PEOPLE }, (_, index) => `s${seed}-person-${index}@example.com`)
    for (const company of companies) {
      const users = people.filter(() => random() < 0.12)
      if (users.length > 0) await addSecurityUsers(server, company, users)
    }

    const companyByEmail = new Map<number, number>()
    const unsent = () => [...companyByEmail.keys()].filter((id) => !expected.has(id))
    /** Expected recipients by email id: the active users of the email's company when the email was sent. */
    const expected = new Map<number, string[]>()
    const words = (company: number) => ({
      subject: `For company-${company}-only`,
      body: `<p>company-${company}-only, ${below(1_000_000)}</p>`,
    })
    const listActive = async (company: number) =>
      (await server.db.select().from(securityUsers).where(eq(securityUsers.companyId, company)))
        .filter(({ isActive }) => isActive)
        .map(({ email }) => email)

    const create = async () => {
      const company = pick(companies)
      const id = await writeEmail(person, pick(comms), { company_id: company, ...words(company) })
      companyByEmail.set(id, company)
    }
    const edit = async () => {
      const id = pick([...companyByEmail.keys()])
      const current = companyByEmail.get(id) ?? 0
      const isOther = random() < 0.5
      const company = isOther ? pick(companies.filter((candidate) => candidate !== current)) : current
      const { status } = await person.call(updateSecurityEmail, {
        body: { id, company_id: company, ...words(company) },
      })
      expect(status).toBe(expected.has(id) ? 409 : isOther ? 400 : 200)
    }
    const editByHand = async () => {
      const id = pick([...companyByEmail.keys()])
      const company = pick(companies.filter((candidate) => candidate !== companyByEmail.get(id)))
      const moved = server.db
        .update(securityEmails)
        .set({ companyId: company })
        .where(eq(securityEmails.id, id))
      await expect(moved).rejects.toThrow()
      if (!expected.has(id)) return
      const rewritten = server.db.update(securityEmails).set(words(company)).where(eq(securityEmails.id, id))
      await expect(rewritten).rejects.toThrow()
      await expect(server.db.delete(securityEmails).where(eq(securityEmails.id, id))).rejects.toThrow()
    }
    const editUser = async () => {
      const user = pick(await server.db.select().from(securityUsers))
      if (random() < 0.2) {
        await person.call(deleteSecurityUser, { body: { user_id: user.id } })
        return
      }
      // Refused if the other company already has a user with this address.
      await person.call(updateSecurityUser, {
        body: {
          id: user.id,
          company_id: random() < 0.4 ? pick(companies) : user.companyId,
          email: user.email,
          active: random() < 0.5 ? 'Y' : 'N',
        },
      })
    }
    const send = async () => {
      const reach = new Map<number, string[]>()
      for (const company of companies) reach.set(company, await listActive(company))
      const batches = Array.from({ length: 1 + below(3) }, () =>
        Array.from({ length: 1 + below(4) }, () => pick([...companyByEmail.keys()])),
      )
      const answers = await Promise.all(
        batches.map((email_ids) => person.call(sendSecurityEmails, { body: { email_ids } })),
      )
      for (const { status, body } of answers) {
        expect([200, 409]).toContain(status)
        for (const id of status === 200 ? body.email_ids : []) {
          expect(expected.has(id)).toBe(false)
          expected.set(id, reach.get(companyByEmail.get(id) ?? 0) ?? [])
        }
      }
    }

    for (let step = 0; step < 10; step += 1) await create()
    for (let step = 0; step < STEPS; step += 1) {
      const draw = random()
      if (draw < 0.35) await create()
      else if (draw < 0.55) await edit()
      else if (draw < 0.65) await editByHand()
      else if (draw < 0.8) await editUser()
      else await send()
    }
    // Sends all remaining emails in one call, except those of companies without an active user.
    const alive = new Set<number>()
    for (const company of companies) if ((await listActive(company)).length > 0) alive.add(company)
    const remaining = unsent().filter((id) => alive.has(companyByEmail.get(id) ?? 0))
    for (const id of remaining) expected.set(id, await listActive(companyByEmail.get(id) ?? 0))
    expect((await person.call(sendSecurityEmails, { body: { email_ids: remaining } })).status).toBe(200)
    await untilDelivered(server)

    const expectedMails = [...expected].flatMap(([id, emails]) =>
      emails.map((email) => `${email} company-${companyByEmail.get(id)}-only`),
    )
    expect(expectedMails.length).toBeGreaterThan(300)
    const receivedMails: string[] = []
    for (const [index, { to }] of smtp.received.entries()) {
      if (!to.startsWith(`s${seed}-`)) continue
      const mail = await smtp.read(index)
      const marks = new Set(`${mail.subject} ${mail.text} ${mail.html}`.match(/company-\d+-only/g))
      expect([...marks]).toHaveLength(1)
      expect(mail.to?.map(({ address }) => address)).toEqual([to])
      receivedMails.push(`${to} ${[...marks][0]}`)
    }
    expect(receivedMails.sort()).toEqual(expectedMails.sort())
  },
  120_000,
)
