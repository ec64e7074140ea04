import type { Spent } from '@aviary/contract/charts/rules'
import { type CellStatus, rank, SEVERITIES, type Severity } from '@aviary/contract/status/rules'

/** Whole seconds since 1970; `to` is not included. */
export type Span = { from: number; to: number }

export type CellRecord = {
  /** Status changes of the cell, oldest first; of several within one second the last one counts. */
  history: readonly { at: number; status: CellStatus }[]
  incidents: readonly (Span & { severity: Severity })[]
  /** Time of the first report or incident of the cell; null if there was none. */
  knownSince: number | null
}

export type DaySpent = { day: string } & Spent

const DAY_S = 24 * 60 * 60

const toDay = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10)

/**
 * Computes the seconds that a cell spent in each status, for each of `days` days from `from`, up to `to`. The
 * status is the worst of history and open incidents; an empty history, or NA, counts as normal.
 */
export function sweep(cell: CellRecord, { from, to }: Span, days: number): DaySpent[] {
  const spent: DaySpent[] = Array.from({ length: days }, (_, index) => ({
    day: toDay(from + index * DAY_S),
    known: 0,
  }))
  const knownSpan = { from: Math.max(from, cell.knownSince ?? to), to: Math.min(to, from + days * DAY_S) }
  const open = new Map<Severity, number>()
  let base: Severity = 'NORMAL'
  let current = knownSpan.from
  for (const event of [...listStatusEvents(cell), undefined]) {
    const end = Math.min(knownSpan.to, Math.max(current, event?.at ?? knownSpan.to))
    addSpan(spent, { from: current - from, to: end - from }, findWorst(base, open))
    current = end
    if (!event) break
    if (event.base !== undefined) base = event.base === 'NA' ? 'NORMAL' : event.base
    else open.set(event.severity, (open.get(event.severity) ?? 0) + event.step)
  }
  return spent
}

type StatusEvent = { at: number } & (
  | { base: CellStatus; severity?: undefined; step?: undefined }
  | { base?: undefined; severity: Severity; step: 1 | -1 }
)

/** All times at which the status of the cell may change, in time order. */
function listStatusEvents({ history, incidents }: CellRecord): StatusEvent[] {
  const events: StatusEvent[] = history.map(({ at, status }) => ({ at, base: status }))
  for (const { from, to, severity } of incidents) {
    if (from < to) events.push({ at: from, severity, step: 1 }, { at: to, severity, step: -1 })
  }
  return events.sort((a, b) => a.at - b.at)
}

function findWorst(base: Severity, open: ReadonlyMap<Severity, number>): Severity {
  let worst = base
  for (const [severity, count] of open) if (count > 0 && rank(severity) > rank(worst)) worst = severity
  return worst
}

/** Adds a span of one status to its days; the span is in seconds since the start of the first day. */
function addSpan(spent: DaySpent[], { from, to }: Span, status: Severity): void {
  for (let begin = from; begin < to; ) {
    const index = Math.floor(begin / DAY_S)
    const end = Math.min(to, (index + 1) * DAY_S)
    const day = spent[index]
    if (day) addSeconds(day, status, end - begin)
    begin = end
  }
}

function addSeconds(totals: Spent, status: Severity, seconds: number): void {
  totals.known += seconds
  const key = SPENT_KEYS[status]
  if (key) totals[key] = (totals[key] ?? 0) + seconds
}

type TroubleKey = Exclude<keyof Spent, 'known'>
const SPENT_KEYS: Readonly<Record<Severity, TroubleKey | undefined>> = {
  NORMAL: undefined,
  PARTIAL_PERFORMANCE: 'partial_performance',
  PERFORMANCE: 'performance',
  PARTIAL_OUTAGE: 'partial_outage',
  OUTAGE: 'outage',
}

export function sumSpent(days: readonly DaySpent[]): Spent {
  const total: Spent = { known: 0 }
  for (const day of days) {
    total.known += day.known
    for (const severity of SEVERITIES) {
      const key = SPENT_KEYS[severity]
      if (key && day[key] !== undefined) total[key] = (total[key] ?? 0) + day[key]
    }
  }
  return total
}

/** Whether the cell was known and normal for the whole day. */
export const isNormalDay = ({ day: _, known, ...troubles }: DaySpent): boolean =>
  known === DAY_S && Object.keys(troubles).length === 0
