import type { ResponseTimes } from '@aviary/contract/charts/endpoints'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../charts.module.css'
import { LineLegend, NINETIETH_DASH, useLineLegendItems } from '../LineLegend.tsx'
import { getColours, type LegendItem } from '../picture.ts'
import { BarPlot } from '../plot/BarPlot.tsx'
import { LinePlot } from '../plot/LinePlot.tsx'
import { useChartWords } from '../use-chart-words.ts'
import { getNotDue, type Measure, type TimeMeasure, toMinutes } from './time-figures.ts'

/** How the figures of a measure are drawn, said and written into tables. */
type MeasureView = {
  summary: string
  /** What the numbers of the chart are. */
  axis: string
  legend: ReactNode
  legendItems: (holder: HTMLElement) => LegendItem[]
  plot: (name: string) => ReactNode
  columns: string[]
  toCells: (figure: ResponseTimes) => string[]
}

type Shown = { months: readonly ResponseTimes[]; whole: ResponseTimes }

export function useMeasureView(measure: Measure, shown: Shown): MeasureView {
  const times = useTimesView(measure === 'promises' ? 'acknowledge' : measure, shown)
  const promises = usePromisesView(shown)
  return measure === 'promises' ? promises : times
}

function useTimesView(measure: TimeMeasure, { months, whole }: Shown): MeasureView {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const legendItems = useLineLegendItems()
  const points = useMemo(
    () =>
      months.map((figure) => ({
        label: words.month(figure.month ?? ''),
        values: {
          median: toMinutes(figure[measure].median),
          ninetieth: toMinutes(figure[measure].ninetieth),
        },
      })),
    [months, measure, words],
  )
  const series = useMemo(
    () => [
      { name: 'median', label: t('resolve.median'), color: 'var(--text)' },
      { name: 'ninetieth', label: t('resolve.ninetieth'), color: 'var(--muted)', dash: NINETIETH_DASH },
    ],
    [t],
  )
  const axis = t('resolve.axis')
  const { incidents, median, ninetieth } = whole[measure]
  const counts = { measured: words.number(incidents), incidents: words.number(whole.incidents) }
  const format = (seconds: number | null) => (seconds === null ? '–' : words.length(seconds))
  return {
    axis,
    legendItems,
    summary:
      incidents === 0
        ? t('times.none', counts)
        : t('times.summary', { ...counts, median: format(median), ninetieth: format(ninetieth) }),
    legend: <LineLegend axis={axis} />,
    plot: (name) => <LinePlot name={name} format={words.minutes} {...{ points, series }} />,
    columns: [t('number.column'), t('resolve.measured'), t('resolve.median'), t('resolve.ninetieth')],
    toCells: (figure) => [
      words.number(figure.incidents),
      words.number(figure[measure].incidents),
      format(figure[measure].median),
      format(figure[measure].ninetieth),
    ],
  }
}

/** From the bottom of a bar to its top. Promises that are not due yet are only in words and tables. */
const OUTCOMES = [
  ['kept', '--field'],
  ['missed', '--bar-OUTAGE'],
] as const

function usePromisesView({ months, whole }: Shown): MeasureView {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const points = useMemo(
    () =>
      months.map((figure) => ({
        label: words.month(figure.month ?? ''),
        values: { kept: figure.promises.kept, missed: figure.promises.missed },
      })),
    [months, words],
  )
  const series = useMemo(
    () => OUTCOMES.map(([name, color]) => ({ name, label: t(`times.${name}`), color: `var(${color})` })),
    [t],
  )
  const axis = t('times.axis')
  const toNumbers = (figure: ResponseTimes) => {
    const { made, kept, missed } = figure.promises
    return { made, kept, missed, notDue: getNotDue(figure) }
  }
  const { made, kept, missed, notDue } = toNumbers(whole)
  return {
    axis,
    summary: t('times.promised', {
      ...{ made: words.number(made), kept: words.number(kept) },
      ...{ missed: words.number(missed), notDue: words.number(notDue) },
    }),
    legendItems: (holder) =>
      OUTCOMES.toReversed().map(([name, color]) => ({
        text: t(`times.${name}`),
        fill: getColours(holder).read(color),
      })),
    legend: (
      <ul className={classes.legend}>
        {series.toReversed().map(({ name, label, color }) => (
          <li key={name}>
            <svg width="24" height="12" aria-hidden="true">
              <rect width="24" height="12" fill={color} />
            </svg>
            {label}
          </li>
        ))}
        <li className="muted">{axis}</li>
      </ul>
    ),
    plot: (name) => <BarPlot name={name} format={words.number} {...{ points, series }} />,
    columns: [
      t('number.column'),
      ...(['made', 'kept', 'missed', 'notDue'] as const).map((name) => t(`times.${name}`)),
    ],
    toCells: (figure) => [
      words.number(figure.incidents),
      ...Object.values(toNumbers(figure)).map((count) => words.number(count)),
    ],
  }
}
