import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { broadcasts, deliveries, deliveryQueue } from '../src/database/tables/mail.ts'
import { randomFrom } from '../src/demo/names.ts'
import type { TestApp } from './app.ts'
import { startProcess } from './process.ts'
import { startSmtp } from './smtp.ts'

type KillSite = Pick<TestApp, 'db' | 'databaseUrl'>

type Plan = {
  recipients: number
  kills: number
  connections: number
  /** Seed of the random kill times. */
  seed: number
  dataDir: string
  /** Queues the mails; creates a broadcast if omitted. */
  send?: () => Promise<void>
  /** Whether a mail with this beginning (`head`) was meant for this recipient. */
  isRight?: (to: string, head: string) => boolean
}

export type KillReport = {
  recipients: number
  kills: number
  /** Recipients who got no mail. */
  lost: number
  /** Mails that arrived after the first at the same recipient. */
  secondCopies: number
  /** Recipients who got copies of a mail with different Message-IDs. */
  strangers: number
  /** Mails that reached the wrong recipient. */
  wrong: number
  /** Longest time from a kill to the next arrival of a mail. */
  longestSilenceMs: number
}

/**
 * Sends one broadcast while the sending process is killed (SIGKILL) `kills` times, then waits until every
 * mail has been sent.
 */
export async function killBroadcast(server: KillSite, plan: Plan): Promise<KillReport> {
  const copies = new Map<string, string[]>()
  let lastArrivalAt = 0
  let wrong = 0
  const smtp = await startSmtp({
    onData: (stream, session, done) => {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_000) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        copies.set(to, [...(copies.get(to) ?? []), /^Message-ID: (.*)$/im.exec(head)?.[1]?.trim() ?? ''])
        if (plan.isRight?.(to, head) === false) wrong += 1
        lastArrivalAt = performance.now()
        done()
      })
    },
  })
  await (plan.send ?? (() => queueBroadcast(server, plan.recipients)))()
  const start = () =>
    startProcess({
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: plan.dataDir,
      SMTP_URL: smtp.url,
      SMTP_CONNECTIONS: String(plan.connections),
    })
  const random = randomFrom(plan.seed)
  let longestSilenceMs = 0
  let process = await start()
  for (let kill = 0; kill < plan.kills; kill += 1) {
    await pause(random() * 400)
    await process.end('SIGKILL')
    const killedAt = performance.now()
    process = await start()
    if (await hasWork(server)) {
      while (lastArrivalAt < killedAt && (await hasWork(server))) await pause(20)
      longestSilenceMs = Math.max(longestSilenceMs, lastArrivalAt - killedAt)
    }
  }
  while (await hasWork(server)) await pause(50)
  await process.end('SIGTERM')
  await smtp.close()
  const all = [...copies.values()]
  return {
    recipients: plan.recipients,
    kills: plan.kills,
    lost: plan.recipients - copies.size,
    secondCopies: all.reduce((sum, { length }) => sum + length - 1, 0),
    strangers: all.filter((ids) => new Set(ids).size > 1).length,
    wrong,
    longestSilenceMs: Math.round(longestSilenceMs),
  }
}

async function queueBroadcast(server: KillSite, recipients: number): Promise<void> {
  const now = new Date()
  const content = { subject: 'An update', html: '<p>We look into it</p>', text: 'We look into it' }
  const [row] = await server.db
    .insert(broadcasts)
    .values({
      kind: 'incident_message',
      reference: 'OPI-1',
      messageType: 'Update',
      audience: 'EXTERNAL',
      contents: { en: content },
      createdBy: 'test',
      createdAt: now,
    })
    .returning()
  const sentAt = now.toISOString()
  await server.db.execute(sql`
    with taken as (
      insert into ${deliveries} (broadcast_id, email, locale, state, created_at)
      select ${row?.broadcastId}, 'person-' || n || '@example.com', 'en', 'queued', ${sentAt}
      from generate_series(1, ${recipients}) n returning delivery_id, broadcast_id
    )
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
    select delivery_id, broadcast_id, 'queued', ${sentAt} from taken`)
}

async function hasWork(server: KillSite): Promise<boolean> {
  const result = await server.db.execute(sql`select from ${deliveryQueue} where due_at is not null limit 1`)
  return result.rows.length > 0
}
