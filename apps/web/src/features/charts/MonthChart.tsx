import '@mantine/charts/styles.css'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { BarChart } from '@mantine/charts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { ChartFigure } from './ChartFigure.tsx'
import classes from './charts.module.css'
import { FigureTable } from './FigureTable.tsx'
import type { MonthFigure } from './figures.ts'
import { pictureOfChart } from './picture.ts'
import { drawnAs, PLAIN } from './plain-chart.ts'
import { SeverityLegend, SeverityPatterns, useSeverityFills } from './SeverityMarks.tsx'
import { useChartWords } from './use-chart-words.ts'

/** How many incidents began in each month, by how bad they were. */
export function MonthChart({ figures, scope }: { figures: readonly MonthFigure[]; scope: string }) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const word = useStatusWord()
  const fills = useSeverityFills()
  const title = t('severity.title')
  const columns = useMemo(
    () => [t('month'), ...SEVERITIES.toReversed().map(word), t('severity.all')],
    [t, word],
  )
  const data = useMemo(
    () => figures.map(({ month, bySeverity }) => ({ month: words.month(month), ...bySeverity })),
    [figures, words],
  )
  const all = figures.reduce((sum, { count }) => sum + count, 0)
  const [most] = figures.toSorted((a, b) => b.count - a.count)
  const summary =
    most && all > 0
      ? t('severity.summary', {
          incidents: words.number(all),
          month: words.month(most.month),
          most: words.number(most.count),
        })
      : t('number.none')
  const cellsOf = ({ bySeverity, count }: MonthFigure) => [
    ...SEVERITIES.toReversed().map((severity) => bySeverity[severity]),
    count,
  ]
  return (
    <ChartFigure
      title={title}
      summary={t('caption', { summary, scope })}
      file="incidents-per-month-by-severity"
      sheet={() => ({ columns, rows: figures.map((one) => [one.month, ...cellsOf(one)]) })}
      picture={(holder) =>
        pictureOfChart(holder, {
          ...{ title, notes: [scope] },
          legend: SEVERITIES.toReversed().map((one) => ({ text: word(one), fill: fills.fillOf(one) })),
        })
      }
      legend={<SeverityLegend fillOf={fills.fillOf} />}
      table={
        <FigureTable
          label={title}
          columns={columns}
          rows={figures.map((one) => ({
            id: one.month,
            cells: [words.month(one.month), ...cellsOf(one).map(words.number)],
          }))}
        />
      }
    >
      <BarChart
        {...PLAIN}
        type="stacked"
        data={data}
        dataKey="month"
        series={SEVERITIES.map((one) => ({ name: one, label: word(one), color: fills.fillOf(one) }))}
        maxBarWidth={64}
        valueFormatter={words.number}
        yAxisProps={{ width: 56, allowDecimals: false }}
        classNames={{ root: classes.chart ?? '' }}
        barChartProps={drawnAs(`${title}. ${summary}`)}
      >
        <SeverityPatterns nameOf={fills.nameOf} />
      </BarChart>
    </ChartFigure>
  )
}
