import { setTimeout as pause } from 'node:timers/promises'
import { listDue } from '../apps/server/src/channels/due/queries.ts'
import { claimLanes, releaseLane } from '../apps/server/src/channels/queue/queries.ts'
import type { Db } from '../apps/server/src/database/open.ts'
import {
  addChannels,
  countWaiting,
  forgetDeliveries,
  openSite,
  queueEvents,
  startReceivers,
} from './channel-site.ts'
import { type Measure, median } from './product.ts'

const CHANNELS = 1_000
/** 100,000 deliveries, against one for each channel. */
const LONG = 100
const ROUNDS = 20
const SIZE = 64
const MAX_RATIO = 1.5
/** Deliveries whose rate is measured, by the running server. */
const SENT = 5_000

/** Claiming and sending beside 100,000 deliveries that wait, against a queue that is as good as empty. */
export async function claimChannels(): Promise<Measure[]> {
  let arrived = 0
  const receivers = await startReceivers(() => {
    arrived += 1
  })
  const site = await openSite(receivers.environment)
  const { db, server } = site
  try {
    const address = receivers.url('/ok')
    await addChannels(
      db,
      Array.from({ length: CHANNELS }, () => ({ kind: 'webhook' as const, address })),
    )
    /** Seconds for the first deliveries of so many events to every channel. */
    const send = async (count: number) => {
      // A try whose delivery is gone could never be recorded, and would keep its channel.
      while ((await countWaiting(db, 'channel_deliveries')) > 0) await pause(20)
      await forgetDeliveries(db)
      arrived = 0
      const startedAt = performance.now()
      await queueEvents(db, { from: 1, count })
      const queuedAt = performance.now()
      while (arrived < SENT) await pause(2)
      return {
        seconds: (performance.now() - queuedAt) / 1000,
        wholeSeconds: (performance.now() - startedAt) / 1000,
      }
    }
    await send(SENT / CHANNELS)
    const short = [await send(SENT / CHANNELS), await send(SENT / CHANNELS), await send(SENT / CHANNELS)]
    const long = await send(LONG)
    await server.stop()
    const claims = await compareClaims(db)
    const rate = (seconds: number) => SENT / seconds
    const shortRate = rate(median(short.map(({ seconds }) => seconds)))
    return [
      claims,
      describe(`deliveries a second, of ${SENT.toLocaleString('en')} alone ÷ the first of 100,000`, {
        ours: rate(long.seconds),
        reference: shortRate,
        ratio: shortRate / rate(long.seconds),
        unit: '',
      }),
    ]
  } finally {
    await receivers.close()
    await site.close()
  }
}

type Compared = { ours: number; reference: number; ratio: number; unit: string }

const describe = (name: string, { ours, reference, ratio, unit }: Compared): Measure => ({
  ...{ name, ours: `${ours.toFixed(1)}${unit}`, reference: `${reference.toFixed(1)}${unit}` },
  ...{ ratio: ratio.toFixed(2), target: `≤ ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
})

/** The statements of a worker, without requests. */
async function compareClaims(db: Db): Promise<Measure> {
  await forgetDeliveries(db)
  await queueEvents(db, { from: 1, count: 1 })
  const before = await timeClaims(db)
  await queueEvents(db, { from: 2, count: LONG - 1 })
  const long = await timeClaims(db)
  await forgetDeliveries(db)
  await queueEvents(db, { from: 1, count: 1 })
  const short = median([before, await timeClaims(db)].flat())
  const ours = median(long)
  return describe(`claiming ${SIZE} channels and reading what is due, of 100,000 ÷ of 1,000 deliveries`, {
    ...{ ours, reference: short, ratio: ours / short, unit: ' ms' },
  })
}

async function timeClaims(db: Db): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = new Date()
    const claim = crypto.randomUUID()
    const until = new Date(now.getTime() + 60_000)
    const startedAt = performance.now()
    const claimed = await claimLanes(
      db,
      { claim, now, until, size: SIZE, isFailing: false, takesOver: true },
      [],
    )
    if (claimed.length !== SIZE) throw new Error(`${claimed.length} lanes were claimed`)
    const due = await listDue(db, claimed, now)
    if (due.length !== SIZE) throw new Error(`${due.length} deliveries are due`)
    for (const channelId of claimed) await releaseLane(db, { channelId, claim })
    times.push(performance.now() - startedAt)
  }
  return times
}
