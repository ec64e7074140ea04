import type { Spent } from '@aviary/contract/charts/rules'
import { type CellStatus, rank, SEVERITIES, type Severity } from '@aviary/contract/status/rules'

/** Whole seconds since 1970; `to` is no longer within. */
export type Span = { from: number; to: number }

export type CellRecord = {
  /** The changes of the cell, the oldest first; of several within one second the last counts. */
  history: readonly { at: number; status: CellStatus }[]
  incidents: readonly (Span & { severity: Severity })[]
  /** The first that anybody said of the cell; null when nobody ever has. */
  knownSince: number | null
}

export type DaySpent = { day: string } & Spent

const DAY_S = 24 * 60 * 60

const dayOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10)

/**
 * How long a cell was how bad on each of the days that begin at `from`, up to `to`: the worst of what its history and its
 * incidents say. Where its history says nothing yet, or NA, only incidents are reported of it: between them it counts as normal.
 */
export function sweep(cell: CellRecord, { from, to }: Span, days: number): DaySpent[] {
  const spent: DaySpent[] = Array.from({ length: days }, (_, at) => ({
    day: dayOf(from + at * DAY_S),
    known: 0,
  }))
  const known = { from: Math.max(from, cell.knownSince ?? to), to: Math.min(to, from + days * DAY_S) }
  const open = new Map<Severity, number>()
  let base: Severity = 'NORMAL'
  let at = known.from
  for (const turn of [...turnsOf(cell), undefined]) {
    const end = Math.min(known.to, Math.max(at, turn?.at ?? known.to))
    addTo(spent, { from: at - from, to: end - from }, worstOf(base, open))
    at = end
    if (!turn) break
    if (turn.base !== undefined) base = turn.base === 'NA' ? 'NORMAL' : turn.base
    else open.set(turn.severity, (open.get(turn.severity) ?? 0) + turn.step)
  }
  return spent
}

type Turn = { at: number } & (
  | { base: CellStatus; severity?: undefined; step?: undefined }
  | { base?: undefined; severity: Severity; step: 1 | -1 }
)

/** Every moment at which the cell may change, in order. */
function turnsOf({ history, incidents }: CellRecord): Turn[] {
  const turns: Turn[] = history.map(({ at, status }) => ({ at, base: status }))
  for (const { from, to, severity } of incidents) {
    if (from < to) turns.push({ at: from, severity, step: 1 }, { at: to, severity, step: -1 })
  }
  return turns.sort((a, b) => a.at - b.at)
}

function worstOf(base: Severity, open: ReadonlyMap<Severity, number>): Severity {
  let found = base
  for (const [severity, count] of open) if (count > 0 && rank(severity) > rank(found)) found = severity
  return found
}

/** Adds a stretch of one status to the days it lies in; its ends are counted from the start of the first. */
function addTo(spent: DaySpent[], { from, to }: Span, status: Severity): void {
  for (let begin = from; begin < to; ) {
    const index = Math.floor(begin / DAY_S)
    const end = Math.min(to, (index + 1) * DAY_S)
    const day = spent[index]
    if (day) add(day, status, end - begin)
    begin = end
  }
}

function add(to: Spent, status: Severity, seconds: number): void {
  to.known += seconds
  const key = KEYS[status]
  if (key) to[key] = (to[key] ?? 0) + seconds
}

type TroubleKey = Exclude<keyof Spent, 'known'>
const KEYS: Readonly<Record<Severity, TroubleKey | undefined>> = {
  NORMAL: undefined,
  PARTIAL_PERFORMANCE: 'partial_performance',
  PERFORMANCE: 'performance',
  PARTIAL_OUTAGE: 'partial_outage',
  OUTAGE: 'outage',
}

export function totalOf(days: readonly DaySpent[]): Spent {
  const total: Spent = { known: 0 }
  for (const day of days) {
    total.known += day.known
    for (const severity of SEVERITIES) {
      const key = KEYS[severity]
      if (key && day[key] !== undefined) total[key] = (total[key] ?? 0) + day[key]
    }
  }
  return total
}

/** Whether a day was known from end to end as normal. */
export const isWhole = ({ day: _, known, ...troubles }: DaySpent): boolean =>
  known === DAY_S && Object.keys(troubles).length === 0
