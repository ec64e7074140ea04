import type { DataCenter } from '../reference/endpoints.ts'

/** Bars of both availability charts, in the order of the specification (spec 3 §2). */
export const CHART_BUCKETS = ['US2', 'EU2', 'China', 'PSCC', 'France'] as const
export type ChartBucket = (typeof CHART_BUCKETS)[number]

const FRANCE = ['france', 'france dc']

/**
 * Chart bar of a data center; undefined if no bar includes it. PSCC, for public authorities, includes two
 * data centers. The initial reference data have no data center in France, but an installation may add one.
 */
export function bucketOf({ system_name, name }: DataCenter, productKey: string): ChartBucket | undefined {
  if (system_name === 'us2') return 'US2'
  if (system_name === 'eu2') return 'EU2'
  if (system_name === 'china') return 'China'
  if (system_name === 'usg' || system_name === `${productKey}govprod`) return 'PSCC'
  return [system_name, name].some((text) => FRANCE.includes(text.toLowerCase())) ? 'France' : undefined
}

export type Bucket = {
  /** Name of the bar: a bar of the specification, or a data center. */
  name: string
  systemNames: readonly string[]
}

/**
 * Bars of the charts: those of the specification, or one per data center if no data center belongs to them. With
 * only the bars of the specification, an installation with other data centers would have empty charts.
 */
export function listBuckets(dataCenters: readonly DataCenter[], productKey: string): Bucket[] {
  const byBucket = Map.groupBy(dataCenters, (dataCenter) => bucketOf(dataCenter, productKey))
  const isOfSpecification = CHART_BUCKETS.some((bucket) => byBucket.has(bucket))
  if (!isOfSpecification && dataCenters.length > 0)
    return dataCenters.map(({ name, system_name }) => ({ name, systemNames: [system_name] }))
  return CHART_BUCKETS.map((name) => ({
    name,
    systemNames: (byBucket.get(name) ?? []).map(({ system_name }) => system_name),
  }))
}

/** Seconds with a known status, and of these the seconds of each severity; an omitted severity did not occur. */
export type Spent = {
  known: number
  partial_performance?: number | undefined
  performance?: number | undefined
  partial_outage?: number | undefined
  outage?: number | undefined
}

/** Fraction of the time of a partial outage that counts as unavailable; an outage counts fully. */
export const PARTIAL_OUTAGE_WEIGHT = 0.3

/**
 * Availability in percent of the known time, not rounded; null without known time. Bad performance counts as
 * available.
 */
export function availabilityOf({ known, partial_outage = 0, outage = 0 }: Spent): number | null {
  if (known <= 0) return null
  return 100 * (1 - (outage + PARTIAL_OUTAGE_WEIGHT * partial_outage) / known)
}
