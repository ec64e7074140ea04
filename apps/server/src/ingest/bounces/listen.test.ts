import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { bounceReport } from '../../../testing/bounces.ts'
import { freePort } from '../../../testing/free-port.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { broadcasts, deliveries, subscribers } from '../../database/tables/mail.ts'
import { openSmtp } from '../../mail/smtp.ts'
import { loadMailNames } from '../../mail-names.ts'
import { listenForBounces } from './listen.ts'

const log: string[] = []
let server: TestApp
let port: number
let close: () => Promise<void>
let address: string
let deliveryId: number
beforeAll(async () => {
  server = await openTestApp()
  port = await freePort()
  const names = await loadMailNames(server.db)
  close = await listenForBounces(`127.0.0.1:${port}`, {
    ...{ db: server.db, clock: server.now, names, count: server.counters.mailBounced },
    log: { warn: (_, message) => log.push(message) },
  })
})
beforeEach(async () => {
  log.length = 0
  await server.db.execute(sql`truncate deliveries, broadcasts, subscribers cascade`)
  await subscribe(server, 'ana@example.com')
  const [{ subscriberId } = { subscriberId: 0 }] = await server.db.select().from(subscribers)
  const now = server.now()
  const mail = {
    kind: 'incident_message',
    reference: 'OPI-1',
    messageType: 'Update',
    audience: 'EXTERNAL',
  } as const
  const [{ broadcastId } = { broadcastId: 0 }] = await server.db
    .insert(broadcasts)
    .values({ ...mail, contents: {}, recipients: 1, createdBy: 'ada', createdAt: now })
    .returning()
  const [row] = await server.db
    .insert(deliveries)
    .values({
      ...{ broadcastId, subscriberId, email: 'ana@example.com', locale: 'en', state: 'sent' },
      ...{ sentAt: now, createdAt: now },
    })
    .returning()
  deliveryId = row?.deliveryId ?? 0
  address = `bounces+${(await loadMailNames(server.db)).nameOf(deliveryId)}@acme.example`
})
afterAll(async () => {
  await close()
  expect(server.errors).toEqual([])
  await server.close()
})

async function send(to: string, message: string): Promise<string> {
  const lane = openSmtp({ url: `smtp://127.0.0.1:${port}`, tls: 'off' })()
  try {
    return await lane.send({ from: '', to, message })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    lane.close()
  }
}
const states = async () => (await server.db.select().from(deliveries)).map(({ state }) => state)

test('a report by SMTP is recorded, with an audit row', async () => {
  expect(await send(address, bounceReport({ to: address }))).toMatch(/^250 Mail \d+ came back/)
  expect(await states()).toEqual(['bounced'])
  expect(await server.db.select().from(subscribers)).toMatchObject([
    { pauseReason: expect.stringContaining('550') },
  ])
  expect(await server.counters.registry.metrics()).toContain('aviary_mails_bounced_total{address="paused"} 1')
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Ingest Bounce',
    userEmail: 'mail server',
    context: { outcome: 'taken', delivery_id: deliveryId, is_paused: true },
  })
})

test('only addresses that one of our mails had as its sender are accepted', async () => {
  for (const to of ['ada@acme.example', 'bounces@acme.example', `bounces+${'0'.repeat(32)}@acme.example`])
    expect(await send(to, bounceReport())).toContain('550 5.1.1')
  expect(await states()).toEqual(['sent'])
})

test('an away notice is accepted and changes nothing', async () => {
  expect(await send(address, 'From: a@b.example\r\nSubject: Away\r\n\r\nUntil Monday')).toMatch(
    /^250 It reports no mail/,
  )
  expect(await states()).toEqual(['sent'])
})

test('a mail that is too large is refused for good', async () => {
  expect(await send(address, `Subject: x\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(70_000)}`)).toContain('552')
  expect(await states()).toEqual(['sent'])
})

test('while the database cannot store it the sender is told to try again, and nothing is lost', async () => {
  await server.db.execute(sql`alter table delivery_events rename to away`)
  expect(await send(address, bounceReport({ to: address }))).toContain('451')
  expect(log).toEqual(['a report of an undelivered mail was not stored, its sender tries again'])
  await server.db.execute(sql`alter table away rename to delivery_events`)
  expect(await states()).toEqual(['sent'])
  expect(await send(address, bounceReport({ to: address }))).toMatch(/^250/)
  expect(await states()).toEqual(['bounced'])
})

test('a sender that breaks off midway leaves nothing, and the next is served', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const steps = [
      'EHLO x\r\n',
      'MAIL FROM:<>\r\n',
      `RCPT TO:<${address}>\r\n`,
      'DATA\r\n',
      'Subject: x\r\n\r\nhalf',
    ]
    socket.on('data', () => {
      const step = steps.shift()
      if (step) socket.write(step)
      if (steps.length === 0) socket.destroy()
    })
    socket.on('close', () => resolve())
  })
  expect(await states()).toEqual(['sent'])
  expect(await send(address, bounceReport({ to: address }))).toMatch(/^250/)
})
