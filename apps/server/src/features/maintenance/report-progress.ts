import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { type ChannelSettings, createProgressEvent } from './maintenance-event.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'

export type ReportingParts = {
  db: Db
  changes: Pick<Changes, 'announce' | 'apply'>
  clock: Clock
  settings: ChannelSettings
  log: { error: (about: object, message: string) => void }
}

/** How late an end is still told of an event whose start was not told. */
const LATEST_MS = 24 * 60 * 60 * 1000
const CHANGED = { topics: ['channels' as const], sessions: [] }

/**
 * Tells channels of events that started or ended since the last run, each in a transaction that also marks it as told,
 * so that several processes tell of it once. Of an event that started and ended in between only the end is told.
 * A failure is logged, does not hold up other events, and is retried on the next call.
 */
export async function reportProgress(
  parts: ReportingParts,
  mayGoOn = () => true,
): Promise<{ told: number; failed: number }> {
  const { db, changes, clock, log } = parts
  const now = clock()
  await queries.markMissed(db, { endedBefore: new Date(now.getTime() - LATEST_MS), now })
  const failed: number[] = []
  let told = 0
  while (mayGoOn()) {
    let current: EventRow | undefined
    try {
      const channels = await db.transaction(async (transaction) => {
        current = await queries.lockUntold(transaction, now, failed)
        if (!current) return undefined
        const channels = await report(transaction, current, { ...parts, now })
        if (channels > 0) await changes.announce(transaction, CHANGED)
        return channels
      })
      if (channels === undefined) break
      if (channels > 0) changes.apply(CHANGED)
      told += 1
    } catch (error) {
      if (!current) throw error
      failed.push(current.eventId)
      log.error({ err: error, maintenance: current.eventId }, 'channels could not be told of a maintenance')
    }
  }
  return { told, failed: failed.length }
}

type Reporting = { settings: ChannelSettings; now: Date }

async function report(db: Db, event: EventRow, { settings, now }: Reporting): Promise<number> {
  const hasEnded = event.endDate <= now
  await queries.markTold(db, event.eventId, {
    startToldAt: event.startToldAt ?? now,
    ...(hasEnded ? { endToldAt: now } : {}),
  })
  return createProgressEvent(db, { event, hasEnded }, { settings, now })
}
