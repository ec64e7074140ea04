import { Button } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { toDateText } from '../../shared/time/utc-text.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { AvailabilityPanel } from './availability/AvailabilityPanel.tsx'
import { BucketCharts } from './BucketCharts.tsx'
import { ChartFilters } from './ChartFilters.tsx'
import { countDays, type DayRange, listMonths, toRangeUpTo } from './chart-range.ts'
import classes from './charts.module.css'
import {
  filterFacts,
  getBucketFigures,
  getMonthFigures,
  getResolveFigure,
  getResolveFigures,
  type IncidentFacts,
} from './figures.ts'
import { MonthChart } from './MonthChart.tsx'
import { ResolveChart } from './ResolveChart.tsx'
import { type ChartFilterState, useChartFilters } from './use-chart-filters.ts'
import { useChartWords } from './use-chart-words.ts'
import { getLoadState, type LoadState, useIncidentFacts } from './use-charts.ts'

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
      {query.isPending && <Skeleton rows={7} label={t('loading')} />}
      {query.data && <IncidentCharts {...drawn} filters={filters} />}
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

function IncidentCharts({ facts, filters, loadState }: IncidentChartsProps) {
  const { t } = useTranslation('charts')
  const { range, dataCenters, listed } = filters
  const { product_key } = useSettings()
  const scope = useScope(filters)
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
  if (chosen.length === 0) return loadState === 'more' && <Skeleton rows={7} label={t('loading')} />
  return (
    <div className={classes.charts} data-drawn={facts.length}>
      <BucketCharts figures={figures.buckets} scope={scope} />
      <MonthChart figures={figures.months} scope={scope} />
      <ResolveChart figures={figures.resolve} whole={figures.whole} scope={scope} />
    </div>
  )
}

/** Text that names the days and data centers shown. */
function useScope({ range, dataCenters }: ChartFilterState): string {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const names = useNames()
  const days = words.range(range)
  if (dataCenters.length === 0) return days
  return t('scope', { range: days, dataCenters: words.list(dataCenters.map(names.dataCenter)) })
}

/** Empty state. If there are incidents on other days, a button moves the range to the newest incident. */
function NoIncidents({ facts, filters }: Omit<IncidentChartsProps, 'loadState'>) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const { range, dataCenters } = filters
  const newest = useMemo(() => {
    const matching = filterFacts(facts, { start: '1970-01-01', end: '2999-12-31' }, dataCenters)
    return matching.reduce<IncidentFacts | undefined>(
      (latest, fact) => (latest && latest.start >= fact.start ? latest : fact),
      undefined,
    )
  }, [facts, dataCenters])
  const show = (dayRange: DayRange) => {
    filters.setRange(dayRange)
    // The focused button disappears with the empty state, so the focus moves to the page.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const withData = newest && toRangeUpTo(toDateText(newest.start), countDays(range))
  return (
    <Panel title={t('empty.heading')}>
      <EmptyState title={t('empty.title', { range: words.range(range) })}>
        {newest && withData ? (
          <>
            <p>{t('empty.newest', { day: words.day(toDateText(newest.start)) })}</p>
            <Button size="compact-sm" variant="default" onClick={() => show(withData)}>
              {t('empty.show', { range: words.range(withData) })}
            </Button>
          </>
        ) : (
          <p>{t(dataCenters.length > 0 ? 'empty.noneThere' : 'empty.none')}</p>
        )}
      </EmptyState>
    </Panel>
  )
}
