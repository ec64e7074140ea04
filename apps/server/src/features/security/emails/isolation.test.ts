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

// Whatever people do at once: a mail's words are those of the company whose active user gets it.
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
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('Nothing to pick from')
      return one
    }
    const comms = [(await newComm(person)).commId, (await newComm(person)).commId]
    const companies = Array.from({ length: COMPANIES }, (_, at) => seed * 1_000 + at)
    const people = Array.from({ length: PEOPLE }, (_, at) => `s${seed}-person-${at}@example.com`)
    for (const company of companies) {
      const own = people.filter(() => random() < 0.12)
      if (own.length > 0) await addSecurityUsers(server, company, own)
    }

    const companyOf = new Map<number, number>()
    const unsent = () => [...companyOf.keys()].filter((id) => !expected.has(id))
    /** By email, who was to get it: the active users of its company when it was sent. */
    const expected = new Map<number, string[]>()
    const words = (company: number) => ({
      subject: `For company-${company}-only`,
      body: `<p>company-${company}-only, ${below(1_000_000)}</p>`,
    })
    const activeOf = async (company: number) =>
      (await server.db.select().from(securityUsers).where(eq(securityUsers.companyId, company)))
        .filter(({ isActive }) => isActive)
        .map(({ email }) => email)

    const create = async () => {
      const company = pick(companies)
      const id = await writeEmail(person, pick(comms), { company_id: company, ...words(company) })
      companyOf.set(id, company)
    }
    const edit = async () => {
      const id = pick([...companyOf.keys()])
      const own = companyOf.get(id) ?? 0
      const isOther = random() < 0.5
      const company = isOther ? pick(companies.filter((one) => one !== own)) : own
      const { status } = await person.call(updateSecurityEmail, {
        body: { id, company_id: company, ...words(company) },
      })
      expect(status).toBe(expected.has(id) ? 409 : isOther ? 400 : 200)
    }
    const editByHand = async () => {
      const id = pick([...companyOf.keys()])
      const company = pick(companies.filter((one) => one !== companyOf.get(id)))
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
      // Refused where the other company has the address already.
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
      for (const company of companies) reach.set(company, await activeOf(company))
      const batches = Array.from({ length: 1 + below(3) }, () =>
        Array.from({ length: 1 + below(4) }, () => pick([...companyOf.keys()])),
      )
      const tried = await Promise.all(
        batches.map((email_ids) => person.call(sendSecurityEmails, { body: { email_ids } })),
      )
      for (const { status, body } of tried) {
        expect([200, 409]).toContain(status)
        for (const id of status === 200 ? body.email_ids : []) {
          expect(expected.has(id)).toBe(false)
          expected.set(id, reach.get(companyOf.get(id) ?? 0) ?? [])
        }
      }
    }

    for (let at = 0; at < 10; at += 1) await create()
    for (let at = 0; at < STEPS; at += 1) {
      const draw = random()
      if (draw < 0.35) await create()
      else if (draw < 0.55) await edit()
      else if (draw < 0.65) await editByHand()
      else if (draw < 0.8) await editUser()
      else await send()
    }
    // What is left goes out at once, but for companies that have nobody any more.
    const alive = new Set<number>()
    for (const company of companies) if ((await activeOf(company)).length > 0) alive.add(company)
    const rest = unsent().filter((id) => alive.has(companyOf.get(id) ?? 0))
    for (const id of rest) expected.set(id, await activeOf(companyOf.get(id) ?? 0))
    expect((await person.call(sendSecurityEmails, { body: { email_ids: rest } })).status).toBe(200)
    await untilDelivered(server)

    const wanted = [...expected].flatMap(([id, emails]) =>
      emails.map((email) => `${email} company-${companyOf.get(id)}-only`),
    )
    expect(wanted.length).toBeGreaterThan(300)
    const got: string[] = []
    for (const [at, { to }] of smtp.received.entries()) {
      if (!to.startsWith(`s${seed}-`)) continue
      const mail = await smtp.read(at)
      const marks = new Set(`${mail.subject} ${mail.text} ${mail.html}`.match(/company-\d+-only/g))
      expect([...marks]).toHaveLength(1)
      expect(mail.to?.map(({ address }) => address)).toEqual([to])
      got.push(`${to} ${[...marks][0]}`)
    }
    expect(got.sort()).toEqual(wanted.sort())
  },
  120_000,
)
