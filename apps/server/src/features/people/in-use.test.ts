import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { updateProfile } from '@aviary/contract/session/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { createBroadcast } from '../../mail/public.ts'
import { createAudit, openRetention, sealWaiting, verifyAudit } from '../audit/public.ts'
import { erasePerson } from './public.ts'

let server: TestApp
let archiveDir: string
beforeAll(async () => {
  server = await openTestApp()
  archiveDir = mkdtempSync(path.join(tmpdir(), 'aviary-people-'))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(archiveDir, { recursive: true })
})

const erase = (email: string) =>
  erasePerson(server.db, { email, archiveDir, author: 'cli:test', now: server.now() })
const findings = async () => (await verifyAudit(server.db, { archives: archiveDir })).findings.texts

async function queueMails(): Promise<void> {
  const eventId = await planEvent(server)
  await createBroadcast(
    server.db,
    {
      ...{ kind: 'notification', notificationId: 1, reference: `MNT-${eventId}`, audience: 'EXTERNAL' },
      ...{ messageType: 'Maintenance Announcement', internalDomains: [], createdBy: 'ada' },
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      criteria: {
        ...{ category: 'notifications', notificationType: 'Maintenance Announcement' },
        ...{ dataCenters: ['us2'], domains: undefined },
      },
    },
    server.now(),
  )
}

test('a mail that the mail server has goes out, and its ledger names nobody', async () => {
  const email = 'reader@customer.example'
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => {
      held.resolve()
      released.promise.then(() => done())
    },
  })
  await subscribeToMaintenance(server, email)
  await queueMails()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await held.promise
  const erased = await erase(email)
  released.resolve()
  const ledger = async () => (await server.db.execute(sql`select email, state from deliveries`)).rows
  await vi.waitUntil(async () => (await server.db.execute(sql`select from delivery_queue`)).rows.length === 0)
  expect(await ledger()).toEqual([
    { email: erased?.pseudonym, state: expect.stringMatching(/^(sent|stopped)$/) },
  ])
  expect(smtp.received.length).toBeLessThan(2)
  await worker.stop()
  await smtp.close()
})

test('what is written meanwhile is told, and the chain holds while the server writes and seals', async () => {
  const person = await server.signInAs('subscriber')
  const colleague = await server.signInAs('operator')
  let isOver = false
  const busy = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await colleague.call(updateProfile, { body: { application: 'Aviary', preferences: { n } } })
      await sealWaiting(server.db, { rowsAtOnce: 3 })
    }
  })()
  for (let n = 0; n < 20; n += 1)
    await person.call(updateProfile, { body: { application: 'Aviary', preferences: { n } } })
  // A write that began before the erasure, and commits after it.
  const begun = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const late = server.db.transaction(async (db) => {
    await createAudit(db, {
      ...{ applicationName: 'Aviary', userEmail: person.email, actionName: 'Late', context: {} },
      createdDate: server.now(),
    })
    begun.resolve()
    await goesOn.promise
  })
  await begun.promise
  const first = await erase(person.email).finally(() => goesOn.resolve())
  await late
  const second = await erase(person.email).finally(() => {
    isOver = true
  })
  await busy
  expect(first?.found.audit.rows).toBe(20)
  expect(second).toMatchObject({ found: { audit: { rows: 1 }, tables: [] }, after: { audit: { rows: 0 } } })
  expect(second?.pseudonym).not.toBe(first?.pseudonym)
  await sealWaiting(server.db)
  expect(await findings()).toEqual([])
})

test('a connection that is lost while it commits leaves the archives that the database lists', async () => {
  const { email } = await server.signInAs('operator')
  await createAudit(server.db, {
    ...{ applicationName: 'Aviary', userEmail: email, actionName: 'Early', context: {} },
    createdDate: server.now(),
  })
  await sealWaiting(server.db)
  const later = () => new Date(server.now().getTime() + 40 * 86_400_000)
  await openRetention({ db: server.db, clock: later, days: 30, archiveDir })()
  expect(readdirSync(archiveDir)).toHaveLength(1)
  const loseConnection = vi.spyOn(server.db, 'transaction').mockImplementationOnce(async (...input) => {
    loseConnection.mockRestore()
    await server.db.transaction(...input)
    throw new Error('Connection terminated unexpectedly')
  })
  await expect(erase(email)).rejects.toThrow('terminated')
  expect(readdirSync(archiveDir)).toEqual([expect.stringContaining('-erased-')])
  expect(await findings()).toEqual([])
})
