import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Call } from '../http/call.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { cut } from './foreign.ts'
import * as queries from './queries.ts'

const LOG_INTERVAL_MS = 60_000
const LONGEST_NAME = 100
/** Stored unknown names per source. */
const MAX_NAMES = 200

/**
 * Records of a call that were refused, wholly or partly. `names` repeats a name for every record that
 * contains it.
 */
export type Refused = { records: number; names: readonly UnknownName[] }

type Caller = Pick<Call, 'db' | 'now' | 'caller'>

/** Reports refused records to operators: a counter, a throttled log line, and a list of unknown names. */
export type Refusals = {
  /** Counts and logs refused records. */
  report: (source: string, refused: Refused) => void
  /**
   * Like `report`, and also stores the unknown names in the call's transaction. Call it last, because the names
   * stay locked until the transaction ends, and other calls wait.
   */
  note: (call: Caller, source: string, refused: Refused) => Promise<void>
}

type Parts = {
  log: { warn: (line: object, message: string) => void }
  count: (source: string, records: number) => void
}

export function openRefusals({ log, count }: Parts): Refusals {
  const reporters = new Map<string, (refused: Refused) => void>()
  const reporterOf = (source: string) => {
    const known = reporters.get(source)
    if (known) return known
    const reporter = throttleLog(LOG_INTERVAL_MS, ({ records, names }: Refused) =>
      log.warn({ source, records, names: tally(names).slice(0, 10) }, 'records of a sender were refused'),
    )
    reporters.set(source, reporter)
    return reporter
  }
  const report: Refusals['report'] = (source, refused) => {
    if (refused.records === 0) return
    count(source, refused.records)
    reporterOf(source)(refused)
  }
  return {
    report,
    note: async ({ db, now, caller }, source, refused) => {
      report(source, refused)
      const topNames = tally(refused.names).slice(0, MAX_NAMES)
      if (topNames.length === 0) return
      await queries.lockUnknownNames(db)
      await queries.upsertUnknown(
        db,
        topNames.map((row) => ({ source, ...row, firstAt: now, lastAt: now, lastCaller: caller })),
      )
      await queries.keepNewestUnknown(db, source, MAX_NAMES)
    },
  }
}

/** Counts records per name; names are cut to a maximum length. */
function tally(names: readonly UnknownName[]): (UnknownName & { records: number })[] {
  const counted = new Map<string, UnknownName & { records: number }>()
  for (const { kind, name: sent } of names) {
    const name = cut(sent, LONGEST_NAME)
    const row = counted.get(`${kind} ${name}`) ?? { kind, name, records: 0 }
    row.records += 1
    counted.set(`${kind} ${name}`, row)
  }
  return [...counted.values()]
}
