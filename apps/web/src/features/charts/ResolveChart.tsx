import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartFigure } from './ChartFigure.tsx'
import { FigureTable } from './FigureTable.tsx'
import type { ResolveFigure } from './figures.ts'
import { LineLegend, NINETIETH_DASH, useLineLegendItems } from './LineLegend.tsx'
import { drawChart } from './picture.ts'
import { LinePlot } from './plot/LinePlot.tsx'
import { type ChartWords, useChartWords } from './use-chart-words.ts'

type ResolveChartProps = {
  figures: readonly (ResolveFigure & { month: string })[]
  /** Figure of the whole range. */
  whole: ResolveFigure
  scope: string
  isLoading: boolean
}

/** Time to resolve (median, 90th percentile) by the month in which incidents began. */
export function ResolveChart({ figures, whole, scope, isLoading }: ResolveChartProps) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const title = t('resolve.title')
  const columns = useMemo(
    () => [t('month'), t('resolve.measured'), t('resolve.median'), t('resolve.ninetieth')],
    [t],
  )
  const points = useMemo(
    () =>
      figures.map(({ month, median, ninetieth }) => ({
        label: words.month(month),
        values: { median, ninetieth },
      })),
    [figures, words],
  )
  const series = useMemo(
    () => [
      { name: 'median', label: t('resolve.median'), color: 'var(--text)' },
      { name: 'ninetieth', label: t('resolve.ninetieth'), color: 'var(--muted)', dash: NINETIETH_DASH },
    ],
    [t],
  )
  const summary = useSummary(whole, words)
  const legendItems = useLineLegendItems()
  const formatMinutes = (minutes: number | null) =>
    minutes === null ? t('noData') : words.length(minutes * 60)
  return (
    <ChartFigure
      title={title}
      summary={t('caption', { summary, scope })}
      isLoading={isLoading}
      file="time-to-resolve-per-month"
      sheet={() => ({
        columns: [
          t('month'),
          t('resolve.measured'),
          t('resolve.medianMinutes'),
          t('resolve.ninetiethMinutes'),
        ],
        rows: figures.map((figure) => [
          figure.month,
          figure.measured,
          figure.median ?? '',
          figure.ninetieth ?? '',
        ]),
      })}
      picture={(holder) =>
        drawChart(holder, {
          ...{ title, notes: [t('resolve.axis'), scope] },
          legend: legendItems(holder),
        })
      }
      legend={<LineLegend axis={t('resolve.axis')} />}
      table={
        <FigureTable
          label={title}
          columns={columns}
          rows={figures.map(({ month, measured, median, ninetieth }) => ({
            id: month,
            cells: [
              words.month(month),
              words.number(measured),
              formatMinutes(median),
              formatMinutes(ninetieth),
            ],
          }))}
        />
      }
    >
      <LinePlot name={`${title}. ${summary}`} format={words.minutes} {...{ points, series }} />
    </ChartFigure>
  )
}

function useSummary({ measured, median, ninetieth }: ResolveFigure, words: ChartWords): string {
  const { t } = useTranslation('charts')
  if (median === null || ninetieth === null) return t('resolve.none')
  return t('resolve.summary', {
    incidents: words.number(measured),
    median: words.length(median * 60),
    ninetieth: words.length(ninetieth * 60),
  })
}
