import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { tellError } from '../../shared/toasts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { AvailabilityPanel } from './availability/AvailabilityPanel.tsx'
import { BucketCharts } from './BucketCharts.tsx'
import { ChartFilters } from './ChartFilters.tsx'
import { dayOf, daysUpTo, lengthOf, monthsIn } from './chart-range.ts'
import classes from './charts.module.css'
import { bucketFigures, chosenOf, type Fact, monthFigures, resolveFigure, resolveFigures } from './figures.ts'
import { MonthChart } from './MonthChart.tsx'
import { ResolveChart } from './ResolveChart.tsx'
import { type ChartFilterState, useChartFilters } from './use-chart-filters.ts'
import { useChartWords } from './use-chart-words.ts'
import { useIncidentFacts } from './use-charts.ts'

/** What the historic incidents add up to, and how available every service was (spec 3 §2, Charts). */
export function ChartsPage() {
  const { t } = useTranslation('charts')
  const filters = useChartFilters()
  const { query, incidents, facts } = useIncidentFacts()
  const { error } = query
  useEffect(() => {
    if (error) tellError(t('toast.historic'), error)
  }, [error, t])
  const isMoreComing = query.isPending || (query.hasNextPage && !error)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <ChartFilters filters={filters} />
      <Progress count={facts.length} isMoreComing={isMoreComing} />
      {error && (
        <ErrorState
          title={t('error')}
          reason={reasonOf(error)}
          again={{ run: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()) }}
        />
      )}
      {query.isPending && <Skeleton rows={7} label={t('loading')} />}
      {query.data && <IncidentCharts facts={facts} filters={filters} isMoreComing={isMoreComing} />}
      <AvailabilityPanel filters={filters} historic={incidents} isMoreComing={isMoreComing} />
    </div>
  )
}

function Progress({ count, isMoreComing }: { count: number; isMoreComing: boolean }) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  return (
    <p className={classes.progress} role="status" data-complete={!isMoreComing}>
      {t(isMoreComing ? 'progress.more' : 'progress.all', { incidents: words.number(count) })}
    </p>
  )
}

type IncidentChartsProps = { facts: readonly Fact[]; filters: ChartFilterState; isMoreComing: boolean }

function IncidentCharts({ facts: newest, filters, isMoreComing }: IncidentChartsProps) {
  const { range, dataCenters, listed } = filters
  const { product_key } = useSettings()
  // While pages come in, the page stays quick to type into.
  const facts = useDeferredValue(newest)
  const chosen = useMemo(() => chosenOf(facts, range, dataCenters), [facts, range, dataCenters])
  const figures = useMemo(() => {
    const months = monthsIn(range)
    return {
      buckets: bucketFigures(chosen, {
        dataCenters: listed.data ?? [],
        chosen: dataCenters,
        productKey: product_key,
      }),
      months: monthFigures(chosen, months),
      resolve: resolveFigures(chosen, months),
      whole: resolveFigure(chosen),
    }
  }, [chosen, range, dataCenters, listed.data, product_key])
  if (chosen.length === 0 && !isMoreComing) return <NothingBegan facts={facts} filters={filters} />
  return (
    <div className={classes.charts} data-drawn={facts.length}>
      <BucketCharts figures={figures.buckets} range={range} />
      <MonthChart figures={figures.months} range={range} />
      <ResolveChart figures={figures.resolve} whole={figures.whole} range={range} />
    </div>
  )
}

/** Nothing in these days: where there is something, one click leads there. */
function NothingBegan({ facts, filters }: Omit<IncidentChartsProps, 'isMoreComing'>) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const { range, dataCenters } = filters
  const newest = useMemo(() => {
    const within = chosenOf(facts, { start: '1970-01-01', end: '2999-12-31' }, dataCenters)
    return within.reduce<Fact | undefined>(
      (last, one) => (last && last.start >= one.start ? last : one),
      undefined,
    )
  }, [facts, dataCenters])
  const withData = newest && daysUpTo(dayOf(newest.start), lengthOf(range))
  return (
    <Panel title={t('empty.heading')}>
      <EmptyState title={t('empty.title', { range: words.range(range) })}>
        {newest && withData ? (
          <>
            <p>{t('empty.newest', { day: words.day(dayOf(newest.start)) })}</p>
            <Button size="compact-sm" variant="default" onClick={() => filters.setRange(withData)}>
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
