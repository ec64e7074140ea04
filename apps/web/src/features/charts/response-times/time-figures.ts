import type { ResponseTimes } from '@aviary/contract/charts/endpoints'
import { toDateText } from '../../../shared/time/utc-text.ts'
import { type DayRange, listMonths } from '../chart-range.ts'
import type { ChartFilterState } from '../use-chart-filters.ts'

export const TIME_MEASURES = ['acknowledge', 'first_message', 'resolve'] as const
export const MEASURES = [...TIME_MEASURES, 'promises'] as const
export type TimeMeasure = (typeof TIME_MEASURES)[number]
export type Measure = (typeof MEASURES)[number]

export const isMeasure = (text: string): text is Measure => MEASURES.some((measure) => measure === text)

const MONTHS_OF_ALL = 24

/** The chosen days; with preset `all` the last 24 months, because the server answers no more at once. */
export function getTimesRange({ preset, range, today }: ChartFilterState): DayRange {
  if (preset !== 'all') return range
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return { start: toDateText(Date.UTC(year, month - MONTHS_OF_ALL, 1)), end: today }
}

const NONE = { incidents: 0, median: null, ninetieth: null }

/** The figure of a service (null: of all) in a month (null: in all days); zeros if no incident began. */
export const findFigure = (
  figures: readonly ResponseTimes[],
  service: string | null,
  month: string | null,
): ResponseTimes =>
  figures.find((figure) => figure.service === service && figure.month === month) ?? {
    ...{ service, month, incidents: 0, acknowledge: NONE, first_message: NONE, resolve: NONE },
    promises: { made: 0, kept: 0, missed: 0 },
  }

/** The months of a range from the first one in which an incident began. */
export function listShownMonths(figures: readonly ResponseTimes[], { start, end }: DayRange): string[] {
  const first = figures.find(({ month }) => month !== null)?.month ?? start
  return listMonths({ start: first, end })
}

/** Services with incidents, in the order of the status grid. */
export const listServices = (figures: readonly ResponseTimes[]): string[] =>
  figures.flatMap(({ service, month }) => (service !== null && month === null ? service : []))

export const getNotDue = ({ promises: { made, kept, missed } }: ResponseTimes): number => made - kept - missed

export const toMinutes = (seconds: number | null): number | null => (seconds === null ? null : seconds / 60)

/** One row per service and month, and one per service for all days, with every measure. */
export const toSheetRow = (
  figure: ResponseTimes,
  { service, range }: { service: string; range: DayRange },
): (string | number)[] => [
  service,
  figure.month ?? `${range.start}/${range.end}`,
  figure.incidents,
  ...TIME_MEASURES.flatMap((measure) => {
    const { incidents, median, ninetieth } = figure[measure]
    return [incidents, median ?? '', ninetieth ?? '']
  }),
  figure.promises.made,
  figure.promises.kept,
  figure.promises.missed,
]
