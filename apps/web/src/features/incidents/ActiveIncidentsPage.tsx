import type { Incident } from '@aviary/contract/incidents/schemas'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useStatusWord } from '../../shared/names.ts'
import { useArrived } from '../../shared/use-arrived.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { DeclareIncident } from '../declared/public.ts'
import { MaintenanceStrip } from '../maintenance/public.ts'
import { LazyFirstRun } from '../setup/public.ts'
import { StatusPanel, useIsEmpty } from '../status/public.ts'
import classes from './active-incidents.module.css'
import { IncidentCard } from './IncidentCard.tsx'
import { NoActiveIncidents } from './NoActiveIncidents.tsx'
import { useActiveIncidents } from './use-active-incidents.ts'
import { useMyIncidents } from './use-my-incidents.ts'

/** The landing page: health per service and data center at the left, the open incidents at the right. */
export function ActiveIncidentsPage() {
  const { t } = useTranslation(['incidents', 'shell'])
  const { error, failureCount, dataUpdatedAt, ...answer } = useActiveIncidents()
  const data = useArrived(answer.data)
  useErrorToast(error, t('toast.active'))
  const isEmpty = useIsEmpty()
  const number = useCount()
  const count = data?.payload.length ?? 0
  const mine = useMyIncidents(data?.payload ?? [])
  // Only the first try hides the status grid: while a failed call is retried, people must see the grid.
  const isWaiting = !data && failureCount === 0

  return (
    <>
      <PageHeader
        title={data ? t('active.count', { count, number: number(count) }) : t('active.title')}
        fact={<Severities incidents={data?.payload ?? []} />}
        refreshedAt={dataUpdatedAt}
      >
        <DeclareIncident />
      </PageHeader>
      <MaintenanceStrip />
      <div className={classes.columns} data-waiting={isWaiting || undefined}>
        <div className={classes.column}>
          {isEmpty && (
            <Suspense fallback={null}>
              <LazyFirstRun />
            </Suspense>
          )}
          <StatusPanel areIncidentsShown={data !== undefined} />
        </div>
        <section aria-label={t('active.list')} className={classes.column}>
          {(mine.count > 0 || mine.isOnlyMine) && (
            <div>
              <FilterChip isPressed={mine.isOnlyMine} count={mine.count} onClick={mine.toggle}>
                {t('active.mine')}
              </FilterChip>
            </div>
          )}
          {mine.shown.map((incident) => (
            <IncidentCard key={incident.jiraId} incident={incident} />
          ))}
          {mine.isOnlyMine && count > 0 && mine.count === 0 && (
            <div className={classes.card}>
              <EmptyState title={t('active.noneOfMine')}>
                <PlainButton onClick={mine.toggle}>{t('active.showAll')}</PlainButton>
              </EmptyState>
            </div>
          )}
          {data?.payload.length === 0 && <NoActiveIncidents />}
          {!data && !error && <CardPlaceholders label={t('active.loading')} />}
          {!data && error && (
            <div className={classes.card}>
              <ErrorState
                title={t('active.error')}
                reason={getErrorMessage(error)}
                retry={{ text: t('shell:reload'), run: () => window.location.reload() }}
              />
            </div>
          )}
        </section>
      </div>
    </>
  )
}

/** How many incidents there are of each severity, worst first. */
function Severities({ incidents }: { incidents: readonly Incident[] }) {
  const word = useStatusWord()
  const number = useCount()
  // One line also without incidents, so that nothing moves when they arrive.
  if (incidents.length === 0) return <span className={classes.severity}>&nbsp;</span>
  return SEVERITIES.toReversed().map((severity) => {
    const count = incidents.filter(({ symbol }) => symbol === severity).length
    return (
      count > 0 && (
        <span key={severity} className={classes.severity}>
          <Tag status={severity}>
            <StatusIcon status={severity} size="small" />
            {word(severity)}
          </Tag>{' '}
          {number(count)}
        </span>
      )
    )
  })
}

function CardPlaceholders({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" className={classes.column}>
      <span className="visually-hidden">{label}</span>
      <div className={classes.placeholder} />
      <div className={classes.placeholder} />
    </div>
  )
}
