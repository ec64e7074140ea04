import { memo, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../../../shared/lazy-when-idle.ts'
import { Panel } from '../../../ui/Panel.tsx'
import classes from '../charts.module.css'
import type { ChartFilterState } from '../use-chart-filters.ts'
import { useIsReached } from './use-is-reached.ts'

const LazyPanel = lazyWithRetry<{ filters: ChartFilterState }>(async () => ({
  default: (await import('./ResponseTimesPanel.tsx')).ResponseTimesPanel,
}))

/** The response times of incidents (ADR 86): code and figures load when somebody scrolls to them. */
export const ResponseTimes = memo(function ResponseTimes({ filters }: { filters: ChartFilterState }) {
  const { t } = useTranslation('charts')
  const holder = useRef<HTMLDivElement>(null)
  const isReached = useIsReached(holder)
  const empty = (
    <Panel title={t('times.title')} className={classes.panel}>
      {null}
    </Panel>
  )
  return (
    <div ref={holder} className={classes.times} data-reached={isReached}>
      {isReached ? (
        <Suspense fallback={empty}>
          <LazyPanel filters={filters} />
        </Suspense>
      ) : (
        empty
      )}
    </div>
  )
})
