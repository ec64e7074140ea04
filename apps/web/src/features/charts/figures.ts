import { listBuckets } from '@aviary/contract/charts/rules'
import type { Incident } from '@aviary/contract/incidents/schemas'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import { toDateText } from '../../shared/time/utc-text.ts'
import { type DayRange, getDayEnd, getDayStart } from './chart-range.ts'

const MINUTE_MS = 60_000

/** The values of an incident that the charts use. Times in milliseconds since 1970. */
export type IncidentFacts = {
  start: number
  /** Month of the start in UTC, as `2026-08`. */
  month: string
  /** Duration; undefined without an end, or with an end that is not after the start (spec 3 §9). */
  minutes: number | undefined
  severity: Severity
  dataCenters: readonly string[]
}

export function toIncidentFacts({
  startDate,
  endDate,
  symbol,
  affectedDataCenters,
}: Incident): IncidentFacts {
  const start = Date.parse(startDate)
  const duration = endDate === null ? 0 : Date.parse(endDate) - start
  return {
    start,
    month: startDate.slice(0, 7),
    minutes: duration > 0 ? duration / MINUTE_MS : undefined,
    severity: symbol,
    dataCenters: affectedDataCenters,
  }
}

/** Incidents that began within the range and affect one of the chosen data centers; none chosen means all. */
export function filterFacts(
  facts: readonly IncidentFacts[],
  range: DayRange,
  chosen: readonly string[],
): IncidentFacts[] {
  const [from, to] = [getDayStart(range.start), getDayEnd(range.end)]
  const isChosen = (fact: IncidentFacts) =>
    chosen.length === 0 || fact.dataCenters.some((name) => chosen.includes(name))
  return facts.filter((fact) => fact.start >= from && fact.start < to && isChosen(fact))
}

/** From the first to the last day on which an incident began, and at least up to `today`. */
export function coverFacts(facts: readonly IncidentFacts[], today: string): DayRange {
  let [start, end] = [getDayEnd(today) - 1, getDayEnd(today) - 1]
  for (const fact of facts) {
    start = Math.min(start, fact.start)
    end = Math.max(end, fact.start)
  }
  return { start: toDateText(start), end: toDateText(end) }
}

/** The incident that began nearest to a range in which no incident began. */
export function findNearest(facts: readonly IncidentFacts[], range: DayRange): IncidentFacts | undefined {
  const [from, to] = [getDayStart(range.start), getDayEnd(range.end)]
  const distanceOf = ({ start }: IncidentFacts) => Math.max(from - start, start - to)
  let nearest: IncidentFacts | undefined
  for (const fact of facts) if (!nearest || distanceOf(fact) < distanceOf(nearest)) nearest = fact
  return nearest
}

const dropUndefined = (minutes: readonly (number | undefined)[]): number[] =>
  minutes.filter((value) => value !== undefined)

const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length

export type BucketFigure = {
  /** Name of the bar (`listBuckets`). */
  bucket: string
  /** Null if data centers are chosen, but none of them belongs to this bar. */
  count: number | null
  /** Number of incidents with a known duration; `minutes` is the mean duration, null if there are none. */
  measured: number
  minutes: number | null
}

type BucketOptions = { dataCenters: readonly DataCenter[]; chosen: readonly string[]; productKey: string }

/**
 * Figures of both charts of spec 3 §2. An incident in several data centers of a bar counts once in that bar.
 */
export function getBucketFigures(
  facts: readonly IncidentFacts[],
  { dataCenters, chosen, productKey }: BucketOptions,
): BucketFigure[] {
  return listBuckets(dataCenters, productKey).map(({ name: bucket, systemNames }) => {
    const names = chosen.length === 0 ? systemNames : systemNames.filter((name) => chosen.includes(name))
    if (chosen.length > 0 && names.length === 0) return { bucket, count: null, measured: 0, minutes: null }
    const bucketFacts = facts.filter((fact) => fact.dataCenters.some((name) => names.includes(name)))
    const durations = dropUndefined(bucketFacts.map(({ minutes }) => minutes))
    return { bucket, count: bucketFacts.length, measured: durations.length, minutes: mean(durations) }
  })
}

export type MonthFigure = { month: string; count: number; bySeverity: Record<Severity, number> }

export function getMonthFigures(facts: readonly IncidentFacts[], months: readonly string[]): MonthFigure[] {
  const byMonth = Map.groupBy(facts, ({ month }) => month)
  return months.map((month) => {
    const monthFacts = byMonth.get(month) ?? []
    const bySeverity = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<
      Severity,
      number
    >
    for (const { severity } of monthFacts) bySeverity[severity] += 1
    return { month, count: monthFacts.length, bySeverity }
  })
}

export type ResolveFigure = { measured: number; median: number | null; ninetieth: number | null }

/** Minutes within which half (`median`) and nine tenths (`ninetieth`) of the incidents were resolved. */
export function getResolveFigure(facts: readonly IncidentFacts[]): ResolveFigure {
  const durations = dropUndefined(facts.map(({ minutes }) => minutes)).sort((a, b) => a - b)
  return {
    measured: durations.length,
    median: percentile(durations, 0.5),
    ninetieth: percentile(durations, 0.9),
  }
}

export function getResolveFigures(facts: readonly IncidentFacts[], months: readonly string[]) {
  const byMonth = Map.groupBy(facts, ({ month }) => month)
  return months.map((month) => ({ month, ...getResolveFigure(byMonth.get(month) ?? []) }))
}

/** Linear interpolation on sorted numbers, like PostgreSQL's `percentile_cont`. */
export function percentile(sorted: readonly number[], part: number): number | null {
  const rank = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (rank - Math.floor(rank))
}
