import { CHART_BUCKETS } from '@aviary/contract/charts/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../shared/settings.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { FigureTable } from './FigureTable.tsx'
import type { BucketFigure } from './figures.ts'
import { drawChart } from './picture.ts'
import { BarPlot } from './plot/BarPlot.tsx'
import { useChartWords } from './use-chart-words.ts'

/** `scope`: text that names the days and data centers shown. */
type BucketChartsProps = { figures: readonly BucketFigure[]; scope: string; isLoading: boolean }

const readMinutes = ({ minutes }: BucketFigure) => minutes
const readCount = ({ count }: BucketFigure) => count

/** The two charts of spec 3 §2, one bar per data center. */
export function BucketCharts({ figures, ...rest }: BucketChartsProps) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const longest = findMaximum(figures, readMinutes)
  const most = findMaximum(figures, ({ count }) => count || null)
  return (
    <>
      <BucketChart
        title={t('average.title')}
        column={t('average.column')}
        file="average-length-of-incidents"
        summary={
          longest
            ? t('average.summary', {
                bucket: longest.bucket,
                minutes: words.minutes(longest.minutes ?? 0),
                incidents: words.number(longest.measured),
              })
            : t('average.none')
        }
        read={readMinutes}
        format={words.minutes}
        {...{ figures, ...rest }}
      />
      <BucketChart
        title={t('number.title')}
        column={t('number.column')}
        file="number-of-incidents"
        summary={
          most
            ? t('number.summary', { bucket: most.bucket, incidents: words.number(most.count ?? 0) })
            : t('number.none')
        }
        read={readCount}
        format={words.number}
        {...{ figures, ...rest }}
      />
    </>
  )
}

function findMaximum(figures: readonly BucketFigure[], read: (figure: BucketFigure) => number | null) {
  const withValue = figures.filter((figure) => read(figure) !== null)
  return withValue.toSorted((a, b) => (read(b) ?? 0) - (read(a) ?? 0))[0]
}

type BucketChartProps = BucketChartsProps & {
  title: string
  column: string
  file: string
  summary: string
  read: (figure: BucketFigure) => number | null
  format: (value: number) => string
}

function BucketChart(props: BucketChartProps) {
  const { title, column, file, summary, read, format, figures, scope, isLoading } = props
  const { t } = useTranslation('charts')
  const nameOf = useBucketName()
  const columns = useMemo(() => [t('bucket'), column], [t, column])
  const points = useMemo(
    () => figures.map((figure) => ({ label: figure.bucket, values: { value: read(figure) } })),
    [figures, read],
  )
  const series = useMemo(() => [{ name: 'value', label: column, color: 'var(--field)' }], [column])
  const formatFigure = (figure: BucketFigure) => {
    const value = read(figure)
    if (figure.count === null) return t('notChosen')
    return value === null ? t('noData') : format(value)
  }
  return (
    <ChartFigure
      title={title}
      summary={`${t('caption', { summary, scope })} ${t('bucket.note')}`}
      file={file}
      isLoading={isLoading}
      sheet={() => ({ columns, rows: figures.map((figure) => [nameOf(figure.bucket), read(figure) ?? '']) })}
      picture={(holder) => drawChart(holder, { title, notes: [column, scope], legend: [] })}
      table={
        <FigureTable
          label={title}
          columns={columns}
          rows={figures.map((figure) => ({
            id: figure.bucket,
            cells: [nameOf(figure.bucket), formatFigure(figure)],
          }))}
        />
      }
    >
      <BarPlot name={`${title}. ${summary}`} hasAllLabels {...{ points, series, format }} />
    </ChartFigure>
  )
}

/** Full name of a bar: translated if spec 3 §2 names the bar, else the name of its data center. */
function useBucketName(): (bucket: string) => string {
  const { t } = useTranslation('charts')
  const { provider_name } = useSettings()
  return (bucket) => {
    const known = CHART_BUCKETS.find((name) => name === bucket)
    return known ? t(`bucket.${known}`, { product: provider_name }) : bucket
  }
}
