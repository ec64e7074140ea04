import { bucketOf, CHART_BUCKETS, type ChartBucket } from '@aviary/contract/charts/rules'
import type { Incident } from '@aviary/contract/incidents/schemas'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import { type DayRange, endOf, startOf } from './chart-range.ts'

const MINUTE_MS = 60_000

/** What the charts read of an incident. Moments in milliseconds since 1970. */
export type Fact = {
  start: number
  /** `2026-08`, in UTC. */
  month: string
  /** From start to end; undefined without an end, or with one that is not after the start (spec 3 §9). */
  minutes: number | undefined
  severity: Severity
  dataCenters: readonly string[]
}

export function factOf({ startDate, endDate, symbol, affectedDataCenters }: Incident): Fact {
  const start = Date.parse(startDate)
  const length = endDate === null ? 0 : Date.parse(endDate) - start
  return {
    start,
    month: startDate.slice(0, 7),
    minutes: length > 0 ? length / MINUTE_MS : undefined,
    severity: symbol,
    dataCenters: affectedDataCenters,
  }
}

/** Those that began within the range, and of some data centers only those that touch one of them. */
export function chosenOf(facts: readonly Fact[], range: DayRange, chosen: readonly string[]): Fact[] {
  const [from, to] = [startOf(range.start), endOf(range.end)]
  const isChosen = (fact: Fact) =>
    chosen.length === 0 || fact.dataCenters.some((name) => chosen.includes(name))
  return facts.filter((fact) => fact.start >= from && fact.start < to && isChosen(fact))
}

const known = (minutes: readonly (number | undefined)[]): number[] =>
  minutes.filter((one) => one !== undefined)

const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length

export type BucketFigure = {
  bucket: ChartBucket
  /** Null when data centers were chosen and none of its own is among them. */
  count: number | null
  /** How many of them have a length, and how long these took on average; null when none has. */
  measured: number
  minutes: number | null
}

type Counted = { dataCenters: readonly DataCenter[]; chosen: readonly string[]; productKey: string }

/** The two charts of the specification. An incident counts once in every bar that has one of its data centers. */
export function bucketFigures(
  facts: readonly Fact[],
  { dataCenters, chosen, productKey }: Counted,
): BucketFigure[] {
  return CHART_BUCKETS.map((bucket) => {
    const own = dataCenters
      .filter((one) => bucketOf(one, productKey) === bucket)
      .map(({ system_name }) => system_name)
    const names = chosen.length === 0 ? own : own.filter((name) => chosen.includes(name))
    if (chosen.length > 0 && names.length === 0) return { bucket, count: null, measured: 0, minutes: null }
    const within = facts.filter((fact) => fact.dataCenters.some((name) => names.includes(name)))
    const lengths = known(within.map(({ minutes }) => minutes))
    return { bucket, count: within.length, measured: lengths.length, minutes: mean(lengths) }
  })
}

export type MonthFigure = { month: string; count: number; bySeverity: Record<Severity, number> }

export function monthFigures(facts: readonly Fact[], months: readonly string[]): MonthFigure[] {
  const byMonth = Map.groupBy(facts, ({ month }) => month)
  return months.map((month) => {
    const within = byMonth.get(month) ?? []
    const bySeverity = Object.fromEntries(SEVERITIES.map((one) => [one, 0])) as Record<Severity, number>
    for (const { severity } of within) bySeverity[severity] += 1
    return { month, count: within.length, bySeverity }
  })
}

export type ResolveFigure = { measured: number; median: number | null; ninetieth: number | null }

/** Minutes within which half of them, and nine of ten, were over. */
export function resolveFigure(facts: readonly Fact[]): ResolveFigure {
  const lengths = known(facts.map(({ minutes }) => minutes)).sort((a, b) => a - b)
  return {
    measured: lengths.length,
    median: percentile(lengths, 0.5),
    ninetieth: percentile(lengths, 0.9),
  }
}

export function resolveFigures(facts: readonly Fact[], months: readonly string[]) {
  const byMonth = Map.groupBy(facts, ({ month }) => month)
  return months.map((month) => ({ month, ...resolveFigure(byMonth.get(month) ?? []) }))
}

/** Of sorted numbers; between two of them in proportion, as PostgreSQL's `percentile_cont` does. */
export function percentile(sorted: readonly number[], part: number): number | null {
  const place = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}
