import {
  deleteSecurityEmail,
  deleteUnsentEmails,
  listImportsOfEmails,
  listSecurityEmails,
} from '@aviary/contract/security/email-endpoints'
import { deleteImport } from '@aviary/contract/security/import-endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { listStagedEmails, promoteStagedEmails } from '@aviary/contract/security/staging-endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../../testing/app.ts'
import { startWorker } from '../../../../../testing/mailing.ts'
import { type CommOf, merge, mergeFile, newComm } from '../../../../../testing/merge.ts'
import { signInWith } from '../../../../../testing/people.ts'
import { lastAudit } from '../../../../../testing/queries.ts'
import { addSecurityUsers, untilDelivered, writeEmail } from '../../../../../testing/security.ts'
import { startSmtp } from '../../../../../testing/smtp.ts'
import { securityEmails } from '../../../../database/tables/security.ts'

let server: TestApp
let author: Person
let sender: Person
beforeAll(async () => {
  server = await openTestApp()
  author = await server.signInAs('administrator')
  sender = await signInWith(server, ['view_emails'], ['Emails'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const promote = (import_id: number) => author.call(promoteStagedEmails, { body: { import_id } })
/** Promotes a file for companies from `first` on; the first `reached` of them have a security user. */
async function promoted(first: number, { rows = 3, reached = 3, comm }: Setup = {}) {
  const target = comm ?? (await newComm({ person: author }))
  const importId = (await merge({ server, person: author }, target, mergeFile(rows, first))).body.import_id
  for (let company = first; company < first + reached; company += 1)
    await addSecurityUsers(server, company, [`contact@company-${company}.example`])
  const emailIds = (await promote(importId)).body.staging_emails.map(({ email_id }) => email_id)
  return { comm: target, importId, emailIds }
}
type Setup = { rows?: number; reached?: number; comm?: CommOf }

const list = async (query: object) => (await sender.call(listSecurityEmails, { query })).body
const staged = async (importId: number) =>
  (await author.call(listStagedEmails, { query: { import_id: importId } })).body.staging_emails
const takeBack = (body: { ids?: number[]; import_id?: number }) => sender.call(deleteUnsentEmails, { body })
const send = (email_ids: number[]) => sender.call(sendSecurityEmails, { body: { email_ids } })

test('lists the emails of one import, and the imports of a comm, also deleted ones', async () => {
  const first = await promoted(1_001)
  const second = await promoted(1_101, { comm: first.comm })
  const byHand = await writeEmail(author, first.comm.commId, { company_id: 1_001 })
  await send(second.emailIds.slice(0, 1))
  await author.call(deleteImport, { body: { import_id: first.importId } })
  const query = { sec_comm_id: first.comm.commId }
  const all = await list(query)
  expect(all.total).toBe(7)
  expect(all.emails.find(({ id }) => id === byHand)?.import_id).toBeNull()
  const ofFirst = await list({ ...query, import_id: first.importId })
  expect(ofFirst.emails.map(({ id }) => id)).toEqual(first.emailIds.toReversed())
  expect([ofFirst.total, ofFirst.emails[0]?.import_id]).toEqual([3, first.importId])
  expect((await sender.call(listImportsOfEmails, { query })).body.imports).toEqual([
    { import_id: second.importId, title: 'August', emails: 3, unsent: 2 },
    { import_id: first.importId, title: null, emails: 3, unsent: 3 },
  ])
})

test('takes an import back: its emails go, its staged emails can be promoted again, and once more changes nothing', async () => {
  const { comm, importId, emailIds } = await promoted(1_201)
  const other = await promoted(1_301, { comm })
  const first = await takeBack({ import_id: importId })
  expect([first.status, first.body]).toEqual([200, { deleted: 3, sent: 0, promotable: 3 }])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Security Emails',
    userEmail: sender.email,
    context: {
      import_id: importId,
      sec_comm_ids: [comm.commId],
      email_ids: `${emailIds[0]}-${emailIds[2]}`,
      deleted: 3,
      sent: 0,
      promotable: 3,
      companies: Object.fromEntries(emailIds.map((id, index) => [id, 1_201 + index])),
    },
  })
  expect((await takeBack({ import_id: importId })).body).toEqual({ deleted: 0, sent: 0, promotable: 0 })
  expect((await list({ sec_comm_id: comm.commId })).total).toBe(3)
  expect((await staged(importId)).map(({ was_promoted }) => was_promoted)).toEqual(['N', 'N', 'N'])
  expect((await promote(importId)).body.promoted).toBe(3)
  expect((await list({ sec_comm_id: comm.commId, import_id: importId })).total).toBe(3)
  expect((await takeBack({ ids: other.emailIds })).body).toEqual({ deleted: 3, sent: 0, promotable: 0 })
  expect((await staged(other.importId)).map(({ was_promoted }) => was_promoted)).toEqual(['Y', 'Y', 'Y'])
})

test('what was sent stays, also with its staged email, and is counted', async () => {
  const { comm, importId, emailIds } = await promoted(1_401)
  const [sent = 0, unsent = 0, deleted = 0] = emailIds
  await send([sent])
  await sender.call(deleteSecurityEmail, { body: { id: deleted } })
  expect((await takeBack({ ids: [sent] })).body).toEqual({ deleted: 0, sent: 1, promotable: 0 })
  expect((await takeBack({ import_id: importId })).body).toEqual({ deleted: 1, sent: 1, promotable: 1 })
  expect((await list({ sec_comm_id: comm.commId })).emails).toMatchObject([{ id: sent, was_sent: 'Y' }])
  // The staged email whose email was deleted on its own stays promoted.
  expect((await staged(importId)).map(({ email_id }) => email_id)).toEqual([sent, null, deleted])
  expect(await server.db.$count(securityEmails, sql`id = ${unsent}`)).toBe(0)
  const [row] = await staged(importId)
  const released = server.db.execute(
    sql`update staged_emails set email_id = null where staging_id = ${row?.pkey ?? 0}`,
  )
  await expect(released).rejects.toThrow()
})

test('an import that was deleted can be taken back, and bad input says what to mend', async () => {
  const { comm, importId } = await promoted(1_501)
  await author.call(deleteImport, { body: { import_id: importId } })
  expect((await takeBack({ import_id: importId })).body).toEqual({ deleted: 3, sent: 0, promotable: 0 })
  expect((await list({ sec_comm_id: comm.commId })).total).toBe(0)
  for (const body of [{}, { ids: [1], import_id: 1 }])
    expect((await takeBack(body)).problem.detail).toBe('body: name either ids or import_id')
  expect((await takeBack({ ids: [] })).problem.detail).toBe('body.ids: Choose an email')
})

test('of a sending and a taking back at the same time exactly one gets each email, and nobody is mailed a deleted one', async () => {
  const smtp = await startSmtp()
  const workers = await Promise.all([1, 2].map(() => startWorker(server, { smtpUrl: smtp.url })))
  const ROUNDS = 12
  const ROWS = 8
  const sentIds: number[] = []
  const refusals: string[] = []
  const comm = await newComm({ person: author })
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = 2_000 + round * ROWS
    const { importId, emailIds } = await promoted(first, { rows: ROWS, reached: ROWS, comm })
    let deleted = 0
    const sendHalf = async (ids: number[]) => {
      const answer = await send(ids)
      if (answer.status === 409) refusals.push(answer.problem.detail ?? '')
      else sentIds.push(...answer.body.email_ids)
    }
    const takeAllBack = async (body: Parameters<typeof takeBack>[0]) => {
      const answer = await takeBack(body)
      expect(answer.status).toBe(200)
      deleted += answer.body.deleted
    }
    const calls = [
      () => sendHalf(emailIds.slice(0, ROWS / 2)),
      () => takeAllBack({ import_id: importId }),
      () => takeAllBack({ ids: emailIds.toReversed() }),
      () => sendHalf(emailIds.slice(ROWS / 2)),
    ]
    await Promise.all(calls.map((_, index) => calls[(index + round) % calls.length]?.()))
    const left = (await list({ sec_comm_id: comm.commId, import_id: importId })).emails
    expect(left.every(({ was_sent, id }) => was_sent === 'Y' && sentIds.includes(id))).toBe(true)
    expect(left.length + deleted).toBe(ROWS)
  }
  await untilDelivered(server)
  await Promise.all(workers.map(({ stop }) => stop()))
  await smtp.close()
  expect(refusals.length + sentIds.length / (ROWS / 2)).toBe(2 * ROUNDS)
  for (const refusal of refusals) expect(refusal).toMatch(/^There is no email .* Nothing was sent$/)
  const companies = new Map(
    (await list({ sec_comm_id: comm.commId })).emails.map(({ id, company_id }) => [id, company_id]),
  )
  expect(refusals.length).toBeGreaterThan(0)
  expect(sentIds.length).toBeGreaterThan(0)
  const arrived = smtp.received.map(({ to }) => to).filter((to) => to.includes('company-2'))
  expect(arrived.sort()).toEqual(sentIds.map((id) => `contact@company-${companies.get(id)}.example`).sort())
}, 120_000)

test('a taking back, promotions, a deletion and an edit of the import never wait for each other in a circle', async () => {
  const comm = await newComm({ person: author })
  for (let round = 0; round < 20; round += 1) {
    const { importId } = await promoted(3_000 + round * 50, { rows: 50, reached: 0, comm })
    const answers = await Promise.all([
      takeBack({ import_id: importId }),
      promote(importId),
      takeBack({ import_id: importId }),
      promote(importId),
      ...(round % 2 ? [author.call(deleteImport, { body: { import_id: importId } })] : []),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    await takeBack({ import_id: importId })
    expect((await list({ sec_comm_id: comm.commId, import_id: importId })).total).toBe(0)
  }
})
