import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { verifyDkim } from '../../testing/dkim.ts'
import { startWorker } from '../../testing/mailing.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { broadcasts, deliveries, deliveryQueue, subscribers } from '../database/tables/mail.ts'
import { loadMailNames } from '../mail-names.ts'
import { personalize, renderContent } from './content.ts'
import { addressOf } from './message.ts'
import { inTimeZone } from './zoned-times.ts'

// Mails of several broadcasts and languages are made of shared parts. Each one is compared with the mail that is
// made for its recipient alone, and searched for what belongs to others.

const NOW = new Date('2026-08-20T12:00:00Z')
const LANGUAGES = ['en', 'de', 'ja', 'ko']
const ZONES = [null, 'Asia/Tokyo', 'America/New_York', 'UTC', 'Australia/Lord_Howe']
const PEOPLE = 90
const BROADCASTS = 2

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
})
beforeEach(() =>
  server.db.execute(
    sql`truncate delivery_events, delivery_queue, deliveries, broadcasts, subscriptions, subscribers cascade`,
  ),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const contentOf = (locale: string, number: number) =>
  renderContent({
    locale,
    providerName: 'Acme',
    subject: locale === 'ja' ? `障害 ${number}` : `Störung ${number} (${locale})`,
    heading: `Outage ${number}`,
    bodyHtml: `<p>.hidden = of ${number} in ${locale}</p><p>${'für alle Kunden. '.repeat(20 * number)}</p>`,
    facts: [['Started', '2026-08-20 11:00 UTC', new Date('2026-08-20T11:00:00Z')]],
    link: { text: 'Details', address: `https://aviary.example/incidents/${number}?a=b` },
    isInternal: false,
    because: 'subscribed',
  })

/** Korean has no text of its own, so its readers get the English one. */
const contentsOf = (number: number) =>
  Object.fromEntries(['en', 'de', 'ja'].map((locale) => [locale, contentOf(locale, number)]))

async function queueMails() {
  for (let index = 0; index < PEOPLE; index += 1) {
    const domain = index % 7 === 0 ? 'bücher.example' : `firm-${index % 3}.example`
    const locale = LANGUAGES[index % LANGUAGES.length] ?? 'en'
    const timeZone = ZONES[index % ZONES.length]
    await subscribe(server, `Person.${index}@${domain}`, { locale, ...(timeZone && { timeZone }) })
  }
  const at = NOW.toISOString()
  for (let number = 1; number <= BROADCASTS; number += 1) {
    const [row] = await server.db
      .insert(broadcasts)
      .values({
        ...{
          kind: 'incident_message',
          reference: `OPI-${number}`,
          messageType: 'Update',
          audience: 'EXTERNAL',
        },
        ...{ contents: contentsOf(number), recipients: PEOPLE, createdBy: 'test', createdAt: NOW },
        series: { list: number === 1 ? 'p1' : 'p2', thread: `incident.${number}` },
      })
      .returning()
    await server.db.execute(sql`
      with taken as (
        insert into ${deliveries} (broadcast_id, email, locale, time_zone, subscriber_id, state, created_at)
        select ${row?.broadcastId}, email, locale, time_zone, case when subscriber_id % 5 > 0 then subscriber_id end, 'queued', ${at}
        from ${subscribers} returning delivery_id, broadcast_id
      )
      insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
      select delivery_id, broadcast_id, 'queued', ${at} from taken`)
  }
}

type Row = {
  delivery_id: string
  email: string
  locale: string
  time_zone: string | null
  uuid: string | null
  reference: string
}

const ledger = async () =>
  (
    await server.db.execute<Row>(sql`
      select d.delivery_id, d.email, d.locale, d.time_zone, s.uuid, b.reference
      from ${deliveries} d join ${broadcasts} b using (broadcast_id) left join ${subscribers} s using (subscriber_id)`)
  ).rows

test.each([
  ['unsigned', undefined],
  ['signed', { domain: 'acme.example', selector: 's1', key: generateKeyPairSync('ed25519').privateKey }],
])('%s: everybody gets their own mail, as if it were the only one', async (_, dkim) => {
  const received: { from: string; to: string; raw: string }[] = []
  const smtp = await startSmtp({
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await queueMails()
  const bounceAddress = 'bounces@acme.example'
  const worker = await startWorker(server, {
    smtpUrl: smtp.url,
    connections: 5,
    bounceAddress,
    ...(dkim && { dkim }),
  })
  await waitFor(() => expect(received).toHaveLength(PEOPLE * BROADCASTS), { interval: 20 })
  await worker.stop()
  await smtp.close()

  const rows = await ledger()
  const { nameOf } = await loadMailNames(server.db)
  const byName = new Map(rows.map((row) => [nameOf(Number(row.delivery_id)), row]))
  const uuids = rows.flatMap(({ uuid }) => uuid ?? [])
  const seen = new Set<string>()
  for (const { from, to, raw } of received) {
    const mail = await PostalMime.parse(raw)
    const name = /^<(.*)@acme\.example>$/.exec(mail.messageId ?? '')?.[1] ?? ''
    seen.add(name)
    const row = byName.get(name)
    if (!row) throw new Error(`No delivery has the name ${name}`)
    const number = Number(row.reference.slice('OPI-'.length))
    const contents = contentsOf(number)
    const content = contents[row.locale] ?? contents.en ?? contentOf('en', number)
    const address = `https://aviary.example/api/unsubscribe/${row.uuid ?? 'ended'}`
    const alone = personalize(inTimeZone(content, { locale: row.locale, timeZone: row.time_zone }), address)
    const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
    expect({
      ...{ from, to, header: mail.to?.[0]?.address, subject: mail.subject },
      ...{ html: mail.html?.trim(), text: mail.text?.trim() },
      ...{ unsubscribe: header('list-unsubscribe'), list: header('list-id'), thread: header('references') },
    }).toEqual({
      ...{ from: `bounces+${name}@acme.example`, to: row.email, header: addressOf(row.email) },
      ...{ subject: alone.subject, html: alone.html.trim(), text: alone.text.trim() },
      unsubscribe: row.uuid ? `<${address}>` : undefined,
      list: number === 1 ? 'P1 incidents <p1.acme.example>' : 'P2 incidents <p2.acme.example>',
      thread: `<incident.${number}@acme.example>`,
    })
    const unfolded = raw.replaceAll('=\r\n', '')
    expect(uuids.filter((uuid) => uuid !== row.uuid && unfolded.includes(uuid))).toEqual([])
    expect(rows.filter(({ email }) => email !== row.email && raw.includes(addressOf(email)))).toEqual([])
    if (dkim) expect(await verifyDkim(raw, dkim)).toMatchObject([{ result: 'pass' }])
  }
  expect(seen.size).toBe(PEOPLE * BROADCASTS)
  expect(worker.log).toEqual([])
})
