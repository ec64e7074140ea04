import { Button } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { dateOf } from '../../shared/utc-text.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { AvailabilityPanel } from './availability/AvailabilityPanel.tsx'
import { BucketCharts } from './BucketCharts.tsx'
import { ChartFilters } from './ChartFilters.tsx'
import { type DayRange, daysUpTo, lengthOf, monthsIn } from './chart-range.ts'
import classes from './charts.module.css'
import { bucketFigures, chosenOf, type Fact, monthFigures, resolveFigure, resolveFigures } from './figures.ts'
import { MonthChart } from './MonthChart.tsx'
import { ResolveChart } from './ResolveChart.tsx'
import { type ChartFilterState, useChartFilters } from './use-chart-filters.ts'
import { useChartWords } from './use-chart-words.ts'
import { type Coming, comingOf, useIncidentFacts } from './use-charts.ts'

/** What the historic incidents add up to, and how available every service was (spec 3 §2, Charts). */
export function ChartsPage() {
  const { t } = useTranslation('charts')
  const filters = useChartFilters()
  const { query, incidents, facts } = useIncidentFacts()
  const { error } = query
  useErrorToast(error, t('toast.historic'))
  const coming = comingOf(query)
  const loaded = useMemo(() => ({ facts, coming }), [facts, coming])
  // While pages come in, the page stays quick to type into; what is said of them goes with what is drawn.
  const drawn = useDeferredValue(loaded)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <ChartFilters filters={filters} />
      <Progress count={drawn.facts.length} coming={drawn.coming} />
      <LoadError query={query} failure={t('error')} />
      {query.isPending && <Skeleton rows={7} label={t('loading')} />}
      {query.data && <IncidentCharts {...drawn} filters={filters} />}
      <AvailabilityPanel filters={filters} historic={incidents} coming={coming} />
    </div>
  )
}

function Progress({ count, coming }: { count: number; coming: Coming }) {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  return (
    <p className={classes.progress} role="status" data-complete={coming === 'all'}>
      {t(`progress.${coming}`, { incidents: words.number(count) })}
    </p>
  )
}

type IncidentChartsProps = { facts: readonly Fact[]; filters: ChartFilterState; coming: Coming }

function IncidentCharts({ facts, filters, coming }: IncidentChartsProps) {
  const { t } = useTranslation('charts')
  const { range, dataCenters, listed } = filters
  const { product_key } = useSettings()
  const scope = useScope(filters)
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
  // That there is nothing is known when all are in.
  if (chosen.length === 0 && coming === 'all') return <NothingBegan facts={facts} filters={filters} />
  if (chosen.length === 0) return coming === 'more' && <Skeleton rows={7} label={t('loading')} />
  return (
    <div className={classes.charts} data-drawn={facts.length}>
      <BucketCharts figures={figures.buckets} scope={scope} />
      <MonthChart figures={figures.months} scope={scope} />
      <ResolveChart figures={figures.resolve} whole={figures.whole} scope={scope} />
    </div>
  )
}

/** Of which days and data centers the figures are. */
function useScope({ range, dataCenters }: ChartFilterState): string {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const names = useNames()
  const days = words.range(range)
  if (dataCenters.length === 0) return days
  return t('scope', { range: days, dataCenters: words.list(dataCenters.map(names.dataCenter)) })
}

/** Nothing in these days: where there is something, one click leads there. */
function NothingBegan({ facts, filters }: Omit<IncidentChartsProps, 'coming'>) {
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
  const show = (found: DayRange) => {
    filters.setRange(found)
    // The button goes away with what it stands in.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const withData = newest && daysUpTo(dateOf(newest.start), lengthOf(range))
  return (
    <Panel title={t('empty.heading')}>
      <EmptyState title={t('empty.title', { range: words.range(range) })}>
        {newest && withData ? (
          <>
            <p>{t('empty.newest', { day: words.day(dateOf(newest.start)) })}</p>
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
