import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../apps/server/src/database/open.ts'
import { randomFrom } from '../apps/server/src/demo/names.ts'
import { startProcess } from '../apps/server/testing/process.ts'
import { addChannels, countWaiting, openSite, queueEvents, startReceivers } from './channel-site.ts'
import type { Measure } from './product.ts'

const [WEBHOOKS, CHATS] = [970, 30]
const CHANNELS = WEBHOOKS + CHATS
const KILLS = Number(process.env.BENCH_KILLS ?? 200)
const PROCESSES = 3
/** Requests of one process. */
const LANES = 64
/** Events that are queued whenever fewer deliveries wait than this. */
const [EVENTS, FEW] = [4, 2_000]
const SEED = 1

/** Kills sending processes (SIGKILL) 200 times, in turn, while events go to webhooks and Slack channels. */
export async function killChannels(): Promise<Measure[]> {
  const copies = new Map<string, Set<string>[]>()
  let requests = 0
  const receivers = await startReceivers(({ path, name, body }) => {
    requests += 1
    const key = `${path} ${name}`
    copies.set(key, [...(copies.get(key) ?? []), new Set([body])])
  }, 20)
  const site = await openSite(receivers.environment)
  const { db, server, settings } = site
  try {
    await addChannels(db, [
      ...Array.from({ length: WEBHOOKS }, (_, n) => ({
        ...{ kind: 'webhook' as const, address: receivers.url(`/hook/${n}`) },
      })),
      ...Array.from({ length: CHATS }, (_, n) => ({
        ...{ kind: 'slack' as const, address: 'xoxb-bench', target: `C${String(n).padStart(10, '0')}` },
      })),
    ])
    await server.stop()
    const events = await killInTurn(db, settings)
    const expected = events * CHANNELS
    const all = [...copies.values()]
    const second = all.reduce((sum, { length }) => sum + length - 1, 0)
    const changed = all.filter((bodies) => new Set(bodies.flatMap((body) => [...body])).size > 1).length
    console.log(`  ${requests} requests for ${expected} deliveries, ${second} second copies`)
    return [
      limit(
        `deliveries lost in ${KILLS} kills, of ${expected.toLocaleString('en')}`,
        expected - copies.size,
        0,
      ),
      limit('second copies ÷ requests that could be in flight at the kills', second, KILLS * LANES),
      limit('second copies of what was recorded as accepted', await countRecordedTwice(db), 0),
      limit('second copies with another text', changed, 0),
    ]
  } finally {
    await receivers.close()
    await site.close()
  }
}

const limit = (name: string, ours: number, most: number): Measure => ({
  ...{ name, ours: String(ours), reference: String(most), target: `≤ ${most}`, isMet: ours <= most },
  ratio: most === 0 ? String(ours) : (ours / most).toFixed(2),
})

/** Deliveries of which two tries were recorded as accepted: the second one was not needed. */
async function countRecordedTwice(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from channel_attempts where status = 200 group by delivery_id having count(*) > 1) twice`)
  return rows[0]?.n ?? 0
}

/** Returns how many events were sent. */
async function killInTurn(db: Db, environment: Record<string, string>): Promise<number> {
  const random = randomFrom(SEED)
  let [kills, events] = [0, 0]
  const start = () => startProcess(environment)
  const refill = async () => {
    if ((await countWaiting(db, 'channel_deliveries')) >= FEW) return
    await queueEvents(db, { from: events + 1, count: EVENTS })
    events += EVENTS
  }
  await refill()
  const runSlot = async () => {
    while (kills < KILLS) {
      kills += 1
      const running = await start()
      await pause(random() * 1_000)
      await running.end('SIGKILL')
    }
  }
  let isKilling = true
  const filling = (async () => {
    while (isKilling) {
      await refill()
      await pause(200)
    }
  })()
  await Promise.all(Array.from({ length: PROCESSES }, runSlot))
  isKilling = false
  await filling
  const last = await start()
  while ((await countWaiting(db, 'channel_deliveries')) > 0) await pause(200)
  await last.end('SIGTERM')
  return events
}
