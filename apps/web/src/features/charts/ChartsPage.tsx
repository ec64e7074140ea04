import { Button } from '@mantine/core'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../shared/settings.ts'
import { toDateText } from '../../shared/time/utc-text.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AvailabilityPanel } from './availability/AvailabilityPanel.tsx'
import { BucketCharts } from './BucketCharts.tsx'
import { ChartFilters } from './ChartFilters.tsx'
import { type DayRange, EARLIEST_DAY, LATEST_DAY, listMonths, moveRange } from './chart-range.ts'
import classes from './charts.module.css'
import {
  coverFacts,
  filterFacts,
  findNearest,
  getBucketFigures,
  getMonthFigures,
  getResolveFigure,
  getResolveFigures,
  type IncidentFacts,
} from './figures.ts'
import { MonthChart } from './MonthChart.tsx'
import { ResolveChart } from './ResolveChart.tsx'
import { ResponseTimes } from './response-times/ResponseTimes.tsx'
import { type ChartFilterState, useChartFilters } from './use-chart-filters.ts'
import { useChartWords } from './use-chart-words.ts'
import { getLoadState, type LoadState, useIncidentFacts } from './use-charts.ts'
import { useScope } from './use-scope.ts'

/** Statistics of the historic incidents, and the availability of every service (spec 3 §2, Charts). */
export function ChartsPage() {
  const { t } = useTranslation('charts')
  const filters = useChartFilters()
  const { query, incidents, facts } = useIncidentFacts()
  const { error } = query
  useErrorToast(error, t('toast.historic'))
  const loadState = getLoadState(query)
  const loaded = useMemo(() => ({ facts, loadState }), [facts, loadState])
  // Deferred, so that typing stays responsive while pages load; one value keeps text and charts consistent.
  const drawn = useDeferredValue(loaded)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <ChartFilters filters={filters} />
      <Progress count={drawn.facts.length} loadState={drawn.loadState} />
      <LoadError query={query} failure={t('error')} />
      {(query.data || !error) && <IncidentCharts {...drawn} filters={filters} />}
      <ResponseTimes filters={filters} />
      <AvailabilityPanel filters={filters} historic={incidents} loadState={loadState} />
    </div>
  )
}

function Progress({ count, loadState }: { count: number; loadState: LoadState }) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  return (
    <p className={classes.progress} role="status" data-complete={loadState === 'all'}>
      {t(`progress.${loadState}`, { incidents: words.number(count) })}
    </p>
  )
}

type IncidentChartsProps = {
  facts: readonly IncidentFacts[]
  filters: ChartFilterState
  loadState: LoadState
}

const IncidentCharts = memo(function IncidentCharts({ facts, filters, loadState }: IncidentChartsProps) {
  const { dataCenters, listed } = filters
  const { product_key } = useSettings()
  const range = useIncidentRange(facts, filters)
  const scope = useScope(range, dataCenters)
  const chosen = useMemo(() => filterFacts(facts, range, dataCenters), [facts, range, dataCenters])
  const figures = useMemo(() => {
    const months = listMonths(range)
    return {
      buckets: getBucketFigures(chosen, {
        dataCenters: listed.data ?? [],
        chosen: dataCenters,
        productKey: product_key,
      }),
      months: getMonthFigures(chosen, months),
      resolve: getResolveFigures(chosen, months),
      whole: getResolveFigure(chosen),
    }
  }, [chosen, range, dataCenters, listed.data, product_key])
  // "No incidents" is certain only once all pages are loaded.
  if (chosen.length === 0 && loadState === 'all') return <NoIncidents facts={facts} filters={filters} />
  if (chosen.length === 0 && loadState === 'stopped') return null
  const shared = { scope, isLoading: chosen.length === 0 }
  return (
    <div className={classes.charts} data-drawn={facts.length}>
      <BucketCharts figures={figures.buckets} {...shared} />
      <MonthChart figures={figures.months} {...shared} />
      <ResolveChart figures={figures.resolve} whole={figures.whole} {...shared} />
    </div>
  )
})

/**
 * The chosen days; with preset `all`, from the day of the first incident to today or a later incident's day.
 */
function useIncidentRange(facts: readonly IncidentFacts[], filters: ChartFilterState): DayRange {
  const { preset, range, today } = filters
  return useMemo(() => (preset === 'all' ? coverFacts(facts, today) : range), [facts, preset, range, today])
}

/** Empty state. If incidents began on other days, a button moves the range to the nearest of those days. */
function NoIncidents({ facts, filters }: Omit<IncidentChartsProps, 'loadState'>) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const { range, dataCenters, preset } = filters
  const nearest = useMemo(
    () => findNearest(filterFacts(facts, { start: EARLIEST_DAY, end: LATEST_DAY }, dataCenters), range),
    [facts, dataCenters, range],
  )
  const show = (dayRange: DayRange) => {
    filters.setRange(dayRange)
    // The focused button disappears with the empty state, so the focus moves to the page.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const none = t(dataCenters.length > 0 ? 'empty.noneThere' : 'empty.none')
  if (preset === 'all' || !nearest)
    return (
      <Panel title={t('empty.heading')}>
        <EmptyState title={preset === 'all' ? none : t('empty.title', { range: words.range(range) })}>
          {preset !== 'all' && <p>{none}</p>}
        </EmptyState>
      </Panel>
    )
  const nearestDay = toDateText(nearest.start)
  const withData = moveRange(range, nearestDay)
  return (
    <Panel title={t('empty.heading')}>
      <EmptyState title={t('empty.title', { range: words.range(range) })}>
        <p>{t('empty.nearest', { day: words.day(nearestDay) })}</p>
        <Button size="compact-sm" variant="default" onClick={() => show(withData)}>
          {t('empty.show', { range: words.range(withData) })}
        </Button>
      </EmptyState>
    </Panel>
  )
}
