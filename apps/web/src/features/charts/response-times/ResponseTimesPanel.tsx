import type { ResponseTimes } from '@aviary/contract/charts/endpoints'
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilterNames, useNames } from '../../../shared/names.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { useSearchParams } from '../../../shared/use-search-params.ts'
import { LoadError } from '../../../ui/Loaded.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ChartFigure } from '../ChartFigure.tsx'
import type { DayRange } from '../chart-range.ts'
import classes from '../charts.module.css'
import { FigureTable } from '../FigureTable.tsx'
import { drawChart } from '../picture.ts'
import type { ChartFilterState } from '../use-chart-filters.ts'
import { useChartWords } from '../use-chart-words.ts'
import { useScope } from '../use-scope.ts'
import {
  findFigure,
  getTimesRange,
  isMeasure,
  listServices,
  listShownMonths,
  MEASURES,
  type Measure,
  TIME_MEASURES,
  toSheetRow,
} from './time-figures.ts'
import { useMeasureView } from './use-measure-view.tsx'
import { useResponseTimes } from './use-response-times.ts'

const NO_FIGURES: ResponseTimes[] = []

/** Loads the figures of the chosen days, and shows one measure of one service, or of all services. */
export function ResponseTimesPanel({ filters }: { filters: ChartFilterState }) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const { dataCenters, listed } = filters
  const range = useMemo(() => getTimesRange(filters), [filters])
  const query = useResponseTimes({ range, dataCenters, isReady: !listed.isPending })
  const { data, error } = query
  useErrorToast(error, t('times.error'))
  if (!data && error)
    return (
      <Panel title={t('times.title')} className={classes.panel}>
        <LoadError query={query} failure={t('times.error')} />
      </Panel>
    )
  const shown = data ? { start: data.start_day, end: data.end_day } : range
  if (data?.figures.length === 0)
    return (
      <Panel title={t('times.title')} className={classes.panel}>
        <EmptyState title={t('times.empty', { range: words.range(shown) })} />
      </Panel>
    )
  return (
    <MeasureFigure
      figures={data?.figures ?? NO_FIGURES}
      range={shown}
      dataCenters={dataCenters}
      isLoading={!data}
      isOutdated={query.isPlaceholderData}
    />
  )
}

type MeasureFigureProps = {
  figures: readonly ResponseTimes[]
  range: DayRange
  dataCenters: readonly string[]
  isLoading: boolean
  /** True while the figures shown still belong to the previous filters. */
  isOutdated: boolean
}

function MeasureFigure({ figures, range, dataCenters, isLoading, isOutdated }: MeasureFigureProps) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const names = useNames()
  const { measure, service, choose } = useChoice()
  const shown = useMemo(
    () => ({
      months: listShownMonths(figures, range).map((month) => findFigure(figures, service, month)),
      whole: findFigure(figures, service, null),
    }),
    [figures, range, service],
  )
  const view = useMeasureView(measure, shown)
  const nameOf = (name: string | null) => (name === null ? t('times.allServices') : names.service(name))
  const scope = `${nameOf(service)}, ${useScope(range, dataCenters)}`
  const title = t('times.title')
  const label = `${title}: ${t(`times.${measure}`)}, ${nameOf(service)}`
  return (
    <ChartFigure
      title={title}
      isLoading={isLoading}
      file="response-times"
      summary={
        <>
          <span role="status">{isOutdated && t('availability.former')}</span>{' '}
          {t('caption', { summary: view.summary, scope })} {t(`times.${measure}How`)}
        </>
      }
      sheet={() => ({
        columns: toSheetColumns(t),
        rows: figures.map((figure) => toSheetRow(figure, { service: nameOf(figure.service), range })),
      })}
      picture={(holder) =>
        drawChart(holder, {
          title: label,
          notes: [view.axis, scope],
          legend: view.legendItems(holder),
        })
      }
      legend={
        <>
          <Choice {...{ measure, service, choose }} services={listServices(figures)} />
          {view.legend}
        </>
      }
      table={
        <>
          <h3>{t('times.byMonth')}</h3>
          <FigureTable
            label={`${label}, ${t('times.byMonth')}`}
            columns={[t('month'), ...view.columns]}
            rows={shown.months.map((figure) => ({
              id: figure.month ?? '',
              cells: [words.month(figure.month ?? ''), ...view.toCells(figure)],
            }))}
          />
          <h3>{t('times.byService')}</h3>
          <FigureTable
            label={`${title}: ${t(`times.${measure}`)}, ${t('times.byService')}`}
            columns={[t('service'), ...view.columns]}
            rows={[null, ...listServices(figures)].map((name) => ({
              id: name ?? '',
              cells: [nameOf(name), ...view.toCells(findFigure(figures, name, null))],
            }))}
          />
        </>
      }
    >
      {view.plot(`${label}. ${view.summary}`)}
    </ChartFigure>
  )
}

/** The chosen measure and service (null: all), stored in the URL. */
function useChoice() {
  const { read, write } = useSearchParams()
  const text = read('measure')
  const measure: Measure = isMeasure(text) ? text : 'acknowledge'
  return {
    measure,
    service: read('service') || null,
    choose: (chosen: { measure?: Measure; service?: string }) => write(chosen),
  }
}

type ChoiceProps = ReturnType<typeof useChoice> & { services: readonly string[] }

function Choice({ measure, service, choose, services }: ChoiceProps) {
  const { t } = useTranslation('charts')
  const names = useFilterNames()
  // A service without incidents in these days is offered only while the URL names it.
  const offered = service === null || services.includes(service) ? services : [...services, service]
  return (
    <div className={classes.timesChoice}>
      <Segments
        label={t('times.measure')}
        value={measure}
        choices={MEASURES.map((value) => ({ value, label: t(`times.${value}`) }))}
        onChange={(value) => choose({ measure: value })}
      />
      <NativeSelect
        size="xs"
        label={t('service')}
        value={service ?? ''}
        onChange={(event) => choose({ service: event.currentTarget.value })}
        data={[
          { value: '', label: t('times.allServices') },
          ...offered.map((name) => ({ value: name, label: names.service(name) })),
        ]}
      />
    </div>
  )
}

function toSheetColumns(t: ReturnType<typeof useTranslation<'charts'>>['t']): string[] {
  const columnOf = (measure: Measure, column: string) =>
    t('times.csvColumn', { measure: t(`times.${measure}`), column })
  return [
    ...[t('service'), t('month'), t('number.column')],
    ...TIME_MEASURES.flatMap((measure) => [
      columnOf(measure, t('resolve.measured')),
      columnOf(measure, t('times.medianSeconds')),
      columnOf(measure, t('times.ninetiethSeconds')),
    ]),
    ...(['made', 'kept', 'missed'] as const).map((column) => columnOf('promises', t(`times.${column}`))),
  ]
}
