import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { Busy } from '../../http/errors.ts'
import { openShare } from '../../http/shares.ts'
import { limitConcurrency } from '../../process/limit-concurrency.ts'
import { changesStatus } from './refreshing.ts'
import { type Company, type CompanyStatus, readCompanyStatus } from './snapshot/company.ts'
import type { SnapshotSettings } from './snapshot/read.ts'

/** Durations and maintenance that starts are brought up to date so often. */
const LONGEST_MS = 60_000
const MOST_KEPT = 200
/** Each holds a connection to the database. */
const AT_ONCE = 2
const WAITING = 200

type Kept = { at: number; reading: Promise<CompanyStatus> }

/**
 * Reads what companies may read, once after each change and once a minute for all devices of a company. Throws Busy
 * when too many companies wait.
 */
export function openCompanyKeeper(parts: {
  db: Db
  clock: () => Date
  changes: Changes
  settings: Pick<SnapshotSettings, 'providerName' | 'inner'>
}) {
  const { db, clock, changes, settings } = parts
  const kept = new Map<string, Kept>()
  const inTurn = limitConcurrency(AT_ONCE)
  const waiting = openShare(WAITING)
  const unsubscribe = changes.subscribe(({ topics }) => {
    if (changesStatus(topics)) kept.clear()
  })
  const start = async (company: Company): Promise<CompanyStatus> => {
    if (!waiting.take('all')) throw new Busy('Too many companies are read at the moment')
    try {
      return await inTurn(() => readCompanyStatus(db, settings, { company, now: clock() }))
    } finally {
      waiting.give('all')
    }
  }
  return {
    read: (company: Company): Promise<CompanyStatus> => {
      const key = JSON.stringify(company)
      const now = clock().getTime()
      const known = kept.get(key)
      if (known && Math.abs(now - known.at) < LONGEST_MS) return known.reading
      const fresh = { at: now, reading: start(company) }
      kept.delete(key)
      kept.set(key, fresh)
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      fresh.reading.catch(() => {
        if (kept.get(key) === fresh) kept.delete(key)
      })
      return fresh.reading
    },
    close: unsubscribe,
  }
}
