import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { Busy } from '../../http/errors.ts'
import { openShare } from '../../http/shares.ts'
import { limitConcurrency } from '../../process/limit-concurrency.ts'
import { type CompanyReading, versionOfCompany } from './company-files.ts'
import { changesStatus } from './refreshing.ts'
import { type Company, readCompanyStatus } from './snapshot/company.ts'
import type { SnapshotSettings } from './snapshot/read.ts'

/** Durations and maintenance that starts are brought up to date so often. */
const LONGEST_MS = 60_000
/** After a change, or while changes are not heard of, so often: a broadcast to thousands is many changes. */
const SETTLES_MS = 1_000
/** Characters of JSON that all kept ones have together, about. */
const MOST_CHARACTERS = 64 * 1024 * 1024
/** Each holds a connection to the database. */
const AT_ONCE = 2
const WAITING = 200

type Kept = { readAt: number; isStale: boolean; characters: number; reading: Promise<CompanyReading> }

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
  /** By company, the one that was asked for last at the end. */
  const kept = new Map<string, Kept>()
  const inTurn = limitConcurrency(AT_ONCE)
  const waiting = openShare(WAITING)
  const unsubscribe = changes.subscribe(({ topics }) => {
    // A service that is kept off the status page is shown to companies that depend on it.
    if (!changesStatus(topics) && !topics.includes('impact')) return
    for (const each of kept.values()) each.isStale = true
  })

  const isFresh = ({ readAt, isStale }: Kept): boolean =>
    performance.now() - readAt < (isStale || !changes.isLive() ? SETTLES_MS : LONGEST_MS)

  function forgetOldest(): void {
    let characters = 0
    for (const [key, each] of [...kept].toReversed()) {
      characters += each.characters
      if (characters > MOST_CHARACTERS) kept.delete(key)
    }
  }

  async function start(company: Company, key: string): Promise<CompanyReading> {
    if (!waiting.take('all')) throw new Busy('Too many companies are read at the moment')
    try {
      const now = clock()
      const status = await inTurn(() => readCompanyStatus(db, settings, { company, now }))
      const each = kept.get(key)
      if (each) each.characters = JSON.stringify(status.status).length
      forgetOldest()
      return { ...status, version: versionOfCompany(status, { company, now }) }
    } finally {
      waiting.give('all')
    }
  }

  return {
    read: (company: Company): Promise<CompanyReading> => {
      const key = JSON.stringify(company)
      const known = kept.get(key)
      kept.delete(key)
      if (known && isFresh(known)) {
        kept.set(key, known)
        return known.reading
      }
      const fresh = { readAt: performance.now(), isStale: false, characters: 0, reading: start(company, key) }
      kept.set(key, fresh)
      fresh.reading.catch(() => {
        if (kept.get(key) === fresh) kept.delete(key)
      })
      return fresh.reading
    },
    close: (): void => void unsubscribe(),
  }
}
