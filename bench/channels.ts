import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import {
  channelDeliveries,
  channelLanes,
  channelSubscriptions,
} from '../apps/server/src/database/tables/channels.ts'
import { subscribeMany } from '../apps/server/testing/subscribers.ts'
import {
  addChannels,
  countWaiting,
  openSite,
  type Receivers,
  type Site,
  startReceivers,
} from './channel-site.ts'
import { CONNECTIONS, MESSAGE, withSink } from './mail.ts'
import { type Measure, median, residentMb } from './product.ts'

const [HEALTHY, DEAD, HANGING, BUSY] = [850, 50, 50, 50]
const WITHIN_S = 10
const MESSAGES = 40
const MAX_GROWTH = 1.1
const MAILS = 20_000
const PAIRS = 7
const MAX_SLOWDOWN = 1.15
/** Requests that the product makes at the same time. */
const AT_ONCE = 64

/** A message to 1,000 channels of which 150 fail, and what they cost mails that go out at the same time. */
export function channels(): Promise<Measure[]> {
  return withSink(async (_, smtp) => {
    const count = openCount()
    const receivers = await startReceivers(count.note)
    const mail = { SMTP_URL: smtp, SMTP_CONNECTIONS: String(CONNECTIONS) }
    const site = await openSite({ ...receivers.environment, ...mail })
    try {
      await MESSAGE.prepare(site.server, site.session)
      await addChannels(site.db, [
        ...places(receivers, 'ok', HEALTHY),
        ...Array.from({ length: DEAD }, () => ({ kind: 'webhook' as const, address: receivers.deadUrl })),
        ...places(receivers, 'hang', HANGING),
        ...places(receivers, 'busy', BUSY),
      ])
      const repeated = await repeat(site, count)
      const bare = await postBare(receivers, count.body())
      const described = describeRepeats(repeated, bare)
      // What follows takes minutes.
      for (const { name, ours, reference } of described) console.log(`  ${name}: ${ours} to ${reference}`)
      return [...described, await compareMails(site, count)]
    } finally {
      await receivers.close()
      await site.close()
    }
  })
}

/** Counts which healthy channels have the newest message. */
function openCount() {
  let paths = new Set<string>()
  let lastBody = ''
  return {
    note: ({ path: place, body }: { path: string; body: string }) => {
      // The first message also publishes the incident and the status.
      if (!body.includes('"type":"message.published"')) return
      paths.add(place)
      lastBody = body
    },
    reset: () => {
      paths = new Set()
    },
    until: async (count: number) => {
      while (paths.size < count) await pause(5)
    },
    body: () => lastBody,
  }
}

const measure = (name: string, [ours, reference]: [string, string], ratio: number): Measure => ({
  ...{ name, ours, reference, ratio: ratio.toFixed(2), target: '' },
})

const held = (base: Measure, target: string, isMet: boolean): Measure => ({ ...base, target, isMet })

const places = ({ url }: Receivers, name: string, size: number) =>
  Array.from({ length: size }, (_, n) => ({ kind: 'webhook' as const, address: url(`/${name}/${n}`) }))

type Repeated = { seconds: number[]; firstMb: number; lastMb: number }

/** Posts messages, each when all healthy channels have the one before. */
async function repeat({ server, session }: Site, count: ReturnType<typeof openCount>): Promise<Repeated> {
  const seconds: number[] = []
  let firstMb = 0
  for (let n = 1; n <= MESSAGES; n += 1) {
    count.reset()
    const startedAt = performance.now()
    await MESSAGE.create(session)
    await count.until(HEALTHY)
    seconds.push((performance.now() - startedAt) / 1000)
    if (n === MESSAGES / 10) firstMb = residentMb(server.pid)
  }
  return { seconds, firstMb, lastMb: residentMb(server.pid) }
}

/** In a process of its own: the receivers are in this one. */
async function postBare({ url }: Receivers, body: string): Promise<number> {
  const urls = Array.from({ length: HEALTHY }, (_, n) => url(`/ok/${n}`))
  const program = path.join(import.meta.dirname, 'bare-posts.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify({ urls, body, atOnce: AT_ONCE })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(String((await once(child.stdout, 'data'))[0]))
}

function describeRepeats({ seconds, firstMb, lastMb }: Repeated, bare: number): Measure[] {
  const [first = 0, ...later] = seconds
  const slowest = Math.max(...later)
  const toLimit = (name: string, ours: number) =>
    held(
      measure(name, [`${ours.toFixed(2)} s`, `${WITHIN_S} s`], ours / WITHIN_S),
      `≤ ${WITHIN_S} s`,
      ours <= WITHIN_S,
    )
  const growth = lastMb / firstMb
  return [
    toLimit(`${HEALTHY} healthy of 1,000 channels have the first message after`, first),
    toLimit(`the slowest of the ${later.length} messages after it`, slowest),
    measure(
      `the median message ÷ a bare loop that posts the same ${HEALTHY} bodies`,
      [`${median(seconds).toFixed(2)} s`, `${bare.toFixed(2)} s`],
      median(seconds) / bare,
    ),
    held(
      measure(
        `memory after ${MESSAGES} messages ÷ after the first tenth`,
        [`${lastMb.toFixed(0)} MB`, `${firstMb.toFixed(0)} MB`],
        growth,
      ),
      `≤ ${MAX_GROWTH}`,
      growth <= MAX_GROWTH,
    ),
  ]
}

/** Mails a message with and without channels that hear of it, in turn, and compares the time for all mails. */
async function compareMails(site: Site, count: ReturnType<typeof openCount>): Promise<Measure> {
  const { db, session } = site
  await subscribeMany({ db, now: () => new Date() }, MAILS)
  const mailAll = async (hears: boolean) => {
    const services = hears ? 'Expense' : 'Other'
    await db.execute(sql`update ${channelSubscriptions} set services = ${`{${services}}`}::text[]`)
    await db.execute(
      sql`update ${channelDeliveries} set state = 'stopped', due_at = null where due_at is not null`,
    )
    await db.execute(sql`update ${channelLanes} set due_at = null, is_failing = false`)
    count.reset()
    const startedAt = performance.now()
    await MESSAGE.create(session)
    while ((await countWaiting(db, 'delivery_queue')) > 0) await pause(100)
    const seconds = (performance.now() - startedAt) / 1000
    if (hears) await count.until(HEALTHY)
    return seconds
  }
  await mailAll(true)
  const ratios: number[] = []
  const times = { with: [] as number[], without: [] as number[] }
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isFirst = pair % 2 === 0
    const first = await mailAll(isFirst)
    const second = await mailAll(!isFirst)
    const [withChannels, without] = isFirst ? [first, second] : [second, first]
    times.with.push(withChannels)
    times.without.push(without)
    ratios.push(withChannels / without)
    console.log(`  mails: ${withChannels.toFixed(1)} s with channels, ${without.toFixed(1)} s without`)
  }
  const ratio = median(ratios)
  const [ours, reference] = [median(times.with), median(times.without)]
  return held(
    measure(
      `time for ${MAILS.toLocaleString('en')} mails with 1,000 channels ÷ without (${ratios.map((each) => each.toFixed(2)).join(', ')})`,
      [`${ours.toFixed(1)} s`, `${reference.toFixed(1)} s`],
      ratio,
    ),
    `≤ ${MAX_SLOWDOWN}`,
    ratio <= MAX_SLOWDOWN,
  )
}
