import { SEVERITIES } from '@aviary/contract/status/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { FigureTable } from './FigureTable.tsx'
import type { MonthFigure } from './figures.ts'
import { drawChart } from './picture.ts'
import { BarPlot } from './plot/BarPlot.tsx'
import { SeverityLegend, SeverityPatterns, useSeverityFills } from './SeverityMarks.tsx'
import { useChartWords } from './use-chart-words.ts'

type MonthChartProps = { figures: readonly MonthFigure[]; scope: string; isLoading: boolean }

/** Incidents per month, stacked by severity. */
export function MonthChart({ figures, scope, isLoading }: MonthChartProps) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const word = useStatusWord()
  const fills = useSeverityFills()
  const title = t('severity.title')
  const columns = useMemo(
    () => [t('month'), ...SEVERITIES.toReversed().map(word), t('severity.all')],
    [t, word],
  )
  const points = useMemo(
    () => figures.map(({ month, bySeverity }) => ({ label: words.month(month), values: bySeverity })),
    [figures, words],
  )
  const series = useMemo(
    () =>
      SEVERITIES.map((severity) => ({
        name: severity,
        label: word(severity),
        color: fills.getFill(severity),
      })),
    [word, fills],
  )
  const patterns = useMemo(() => <SeverityPatterns getPatternId={fills.getPatternId} />, [fills])
  const total = figures.reduce((sum, { count }) => sum + count, 0)
  const [peak] = figures.toSorted((a, b) => b.count - a.count)
  const summary =
    peak && total > 0
      ? t('severity.summary', {
          incidents: words.number(total),
          month: words.month(peak.month),
          most: words.number(peak.count),
        })
      : t('number.none')
  const toCells = ({ bySeverity, count }: MonthFigure) => [
    ...SEVERITIES.toReversed().map((severity) => bySeverity[severity]),
    count,
  ]
  return (
    <ChartFigure
      title={title}
      summary={t('caption', { summary, scope })}
      isLoading={isLoading}
      file="incidents-per-month-by-severity"
      sheet={() => ({ columns, rows: figures.map((figure) => [figure.month, ...toCells(figure)]) })}
      picture={(holder) =>
        drawChart(holder, {
          ...{ title, notes: [scope] },
          legend: SEVERITIES.toReversed().map((severity) => ({
            text: word(severity),
            fill: fills.getFill(severity),
          })),
        })
      }
      legend={<SeverityLegend getFill={fills.getFill} />}
      table={
        <FigureTable
          label={title}
          columns={columns}
          rows={figures.map((figure) => ({
            id: figure.month,
            cells: [words.month(figure.month), ...toCells(figure).map(words.number)],
          }))}
        />
      }
    >
      <BarPlot
        name={`${title}. ${summary}`}
        format={words.number}
        definitions={patterns}
        {...{ points, series }}
      />
    </ChartFigure>
  )
}
