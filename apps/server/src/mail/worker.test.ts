import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { listBroadcasts, listDeliveries, retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { startWorker } from '../../testing/mailing.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { believedRows, leaveQueueEmpty } from '../../testing/statistics.ts'
import { subscribe, subscribeMany } from '../../testing/subscribers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliveries, deliveryEvents, deliveryQueue } from '../database/tables/mail.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
beforeEach(async () => {
  server.setNow(NOW)
  await server.db.execute(
    sql`truncate delivery_events, delivery_queue, deliveries, broadcasts, subscriptions, subscribers cascade`,
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function broadcast(): Promise<number> {
  const { body, problem } = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: '<p>We look into <b>it</b></p>',
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  if (body.broadcast_id === null || body.broadcast_id === undefined) throw new Error(JSON.stringify(problem))
  return body.broadcast_id
}

const progress = async () =>
  (await manager.call(listBroadcasts, { query: { reference: 'OPI-1' } })).body.broadcasts[0]?.progress
const states = async () =>
  (await server.db.select().from(deliveries).orderBy(asc(deliveries.deliveryId))).map(
    ({ email, state, attempts, response }) => ({ email, state, attempts, response }),
  )
const until = (expected: object) =>
  waitFor(
    async () =>
      expect(await progress()).toEqual({
        queued: 0,
        sent: 0,
        deferred: 0,
        failed: 0,
        stopped: 0,
        bounced: 0,
        ...expected,
      }),
    {
      interval: 20,
    },
  )

describe('a broadcast', () => {
  test('reaches a real mail server once per person, with headers, both bodies and the unsubscribe link', async () => {
    const smtp = await startSmtp()
    const uuid = await subscribe(server, 'Ana@example.com')
    await subscribe(server, 'bo@example.com', { services: ['Travel'] })
    await broadcast()
    expect(await progress()).toEqual({ queued: 1, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 })
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await until({ sent: 1 })
    await worker.stop()
    await smtp.close()

    expect(smtp.received.map(({ to }) => to)).toEqual(['Ana@example.com'])
    const mail = await smtp.read(0)
    expect(mail.from).toMatchObject({ name: 'Acme Status', address: 'status@acme.example' })
    expect(mail.subject).toBe('Outage: Expense in us2')
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@acme\.example>$/)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe(`<https://aviary.example/api/unsubscribe/${uuid}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('x-auto-response-suppress')).toBe('DR, RN, NRN, OOF, AutoReply')
    expect(header('list-id')).toBe('P1 incidents <p1.acme.example>')
    expect(header('references')).toMatch(/^<incident\.[0-9a-v]{26}@acme\.example>$/)
    expect(header('in-reply-to')).toBe(header('references'))
    expect(header('feedback-id')).toBe('p1:incident:status:aviary')
    expect(mail.html).toContain('We look into <b>it</b>')
    expect(mail.html).toContain(`https://aviary.example/api/unsubscribe/${uuid}`)
    expect(mail.text).toContain('We look into it')
    expect(mail.text).toContain('Next Update: 13:00 UTC')
    expect(mail.text).not.toContain('%%')
    expect(await states()).toEqual([
      { email: 'Ana@example.com', state: 'sent', attempts: 1, response: expect.stringContaining('250') },
    ])
  })

  test('is one of hundreds of a few mails each: all of them go out at once, however many one claim names', async () => {
    const smtp = await startSmtp()
    const content = { subject: 'An update', html: '<p>Broadcast</p>', text: 'Broadcast' }
    const at = NOW.toISOString()
    // Mixes the mails of all broadcasts, so that each claim contains mails of many broadcasts.
    await server.db.execute(sql`
      with made as (
        insert into broadcasts (kind, reference, message_type, audience, contents, recipients, created_by, created_at)
        select 'incident_message', 'OPI-1', 'Update', 'EXTERNAL',
          jsonb_build_object('en', ${JSON.stringify(content)}::jsonb || jsonb_build_object('subject', 'Of ' || n)), 4, 'test', ${at}
        from generate_series(1, 130) n returning broadcast_id, contents
      ), taken as (
        insert into deliveries (broadcast_id, email, locale, state, created_at)
        select broadcast_id, 'person-' || part || '@' || replace(lower(contents -> 'en' ->> 'subject'), ' ', '-') || '.example',
          'en', 'queued', ${at}
        from made, generate_series(1, 4) part order by part, random() returning delivery_id, broadcast_id
      )
      insert into delivery_queue (delivery_id, broadcast_id, state, due_at)
      select delivery_id, broadcast_id, 'queued', ${at} from taken`)
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await waitFor(() => expect(smtp.received).toHaveLength(520), { interval: 20 })
    await worker.stop()
    await smtp.close()
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(520)
    for (const { to, raw } of smtp.received)
      expect(/^Subject: (.*)$/m.exec(raw)?.[1]?.toLowerCase().replace(' ', '-')).toBe(
        to.split('@')[1]?.replace('.example', ''),
      )
  })

  test('stays in the outbox where no mail server is configured', async () => {
    await subscribe(server, 'ana@example.com')
    await broadcast()
    const worker = await startWorker(server)
    await until({ sent: 1 })
    await worker.stop()
    expect(await states()).toMatchObject([{ response: 'kept in the outbox' }])
  })

  test('of many refreshes the statistics of a queue that the planner took for empty', async () => {
    await subscribeMany(server, 2_000)
    await leaveQueueEmpty(server)
    expect(await believedRows(server, deliveryQueue)).toBe(0)
    await broadcast()
    expect(await believedRows(server, deliveryQueue)).toBe(2_000)
  })

  test('of many is drained by two workers together, nobody twice', async () => {
    const smtp = await startSmtp()
    await subscribeMany(server, 600)
    const workers = await Promise.all([
      startWorker(server, { smtpUrl: smtp.url }),
      startWorker(server, { smtpUrl: smtp.url }),
    ])
    await broadcast()
    await until({ sent: 600 })
    await Promise.all(workers.map(({ stop }) => stop()))
    await smtp.close()
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(600)
    expect(smtp.received).toHaveLength(600)
    expect(workers.flatMap(({ log }) => log)).toEqual([])
  })

  test('waits for a mail server that is away, and no mail loses a try', async () => {
    const gone = await startSmtp()
    await gone.close()
    await subscribeMany(server, 3)
    await broadcast()
    const waiting = await startWorker(server, { smtpUrl: gone.url })
    await waitFor(async () => expect((await progress())?.deferred).toBeGreaterThan(0))
    await waiting.stop()
    expect(waiting.log.join()).toContain('the mail server is away')
    expect((await states()).every(({ attempts }) => attempts === 0)).toBe(true)

    const smtp = await startSmtp()
    server.setNow(new Date(NOW.getTime() + 60 * 60_000))
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await until({ sent: 3 })
    await worker.stop()
    await smtp.close()
  })
})

describe('a mail server that refuses', () => {
  const refusing = (code: number) =>
    startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('bad')
          ? done(Object.assign(new Error('no such bird'), { responseCode: code }))
          : done(),
    })

  test('permanently parks the mail with its reply, and a person can retry it', async () => {
    const smtp = await refusing(550)
    await subscribe(server, 'bad@example.com')
    await subscribe(server, 'good@example.com')
    const id = await broadcast()
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await until({ sent: 1, failed: 1 })
    await worker.stop()
    await smtp.close()
    const failed = await manager.call(listDeliveries, { query: { broadcast_id: id, state: 'failed' } })
    expect(failed.body.deliveries).toMatchObject([
      { email: 'bad@example.com', attempts: 1, response: expect.stringContaining('no such bird') },
    ])

    const mended = await startSmtp()
    const retried = await manager.call(retryDeliveries, { body: { broadcast_id: id } })
    expect(retried.body).toEqual({ retried: 1 })
    const again = await startWorker(server, { smtpUrl: mended.url })
    await until({ sent: 2 })
    await again.stop()
    await mended.close()
    expect(mended.received.map(({ to }) => to)).toEqual(['bad@example.com'])
    const events = await server.db.select().from(deliveryEvents).orderBy(asc(deliveryEvents.id))
    expect(events.map(({ event }) => event)).toEqual(['failed', 'retried'])
    expect((await manager.call(retryDeliveries, { body: { broadcast_id: id } })).status).toBe(404)
  })

  test('with an unstorable reply is recorded all the same', async () => {
    const smtp = createServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (command) =>
        socket.write(`${command}`.startsWith('RCPT') ? '550 no\0 such\0 bird\r\n' : '250 fine\r\n'),
      )
      socket.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(smtp, 'listening')
    await subscribe(server, 'bad@example.com')
    await broadcast()
    const { port } = smtp.address() as AddressInfo
    const worker = await startWorker(server, { smtpUrl: `smtp://127.0.0.1:${port}` })
    await until({ failed: 1 })
    await worker.stop()
    smtp.close()
    expect(await states()).toMatchObject([{ attempts: 1, response: expect.stringContaining('no such bird') }])
  })

  test('temporarily gets the mail later, with the same Message-ID', async () => {
    const smtp = await refusing(451)
    await subscribe(server, 'bad@example.com')
    await broadcast()
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await until({ deferred: 1 })
    const [row] = await server.db.select().from(deliveryQueue)
    expect(row).toMatchObject({ state: 'deferred', dueAt: new Date(NOW.getTime() + 30_000), worker: null })
    expect(await states()).toMatchObject([{ state: 'deferred', attempts: 1 }])
    await worker.stop()
    await smtp.close()
  })

  test('gets no further try after the last one', async () => {
    const smtp = await refusing(451)
    await subscribe(server, 'bad@example.com')
    await broadcast()
    await server.db.update(deliveries).set({ attempts: 7 })
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await until({ failed: 1 })
    await worker.stop()
    await smtp.close()
  })
})

test('a connection that breaks midway is tried again, by the same Message-ID', async () => {
  await subscribe(server, 'ana@example.com')
  await broadcast()
  const seen: string[] = []
  const breaking = await startSmtp({
    onData: (stream) => {
      stream.on('data', (chunk: Buffer) => {
        seen.push(messageIdIn(chunk.toString()))
        breaking.cut()
      })
    },
  })
  const worker = await startWorker(server, { smtpUrl: breaking.url })
  await until({ deferred: 1 })
  await worker.stop()
  await breaking.close()
  expect(await states()).toMatchObject([{ attempts: 1 }])

  server.setNow(new Date(NOW.getTime() + 31_000))
  const smtp = await startSmtp()
  const again = await startWorker(server, { smtpUrl: smtp.url })
  await until({ sent: 1 })
  await again.stop()
  await smtp.close()
  expect(seen[0]).toMatch(/@acme\.example>$/)
  expect(messageIdIn(smtp.received[0]?.raw ?? '')).toBe(seen[0])
})

const messageIdIn = (raw: string) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''

test('what a dead worker held is sent by another when its lease is over, and not before', async () => {
  const smtp = await startSmtp()
  await subscribe(server, 'ana@example.com')
  await broadcast()
  await server.db.update(deliveryQueue).set({ worker: 'dead', dueAt: new Date(NOW.getTime() + 25_000) })
  const early = await startWorker(server, { smtpUrl: smtp.url })
  await early.stop()
  expect(smtp.received).toEqual([])
  server.setNow(new Date(NOW.getTime() + 26_000))
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await until({ sent: 1 })
  await worker.stop()
  await smtp.close()
})
