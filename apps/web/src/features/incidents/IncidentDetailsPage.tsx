import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { LastRefresh } from '../../ui/LastRefresh.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ChangesBefore } from '../correlation/public.ts'
import { Timeline } from '../timeline/public.ts'
import { Communications } from './Communications.tsx'
import { CustomerImpact } from './CustomerImpact.tsx'
import { IncidentFacts } from './IncidentFacts.tsx'
import { IncidentTeam } from './IncidentTeam.tsx'
import { TrackerLink } from './incident-cells.tsx'
import classes from './incident-details.module.css'
import { SlaBar } from './SlaBar.tsx'
import { useIncident } from './use-incident.ts'

export function IncidentDetailsPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  // spec 1 §2.1: an empty id leads to /not-found
  if (!id?.trim()) return <Navigate to="/not-found" replace />
  // The key resets all input when the incident changes.
  return <IncidentDetails key={id.trim()} jiraId={id.trim()} />
}

function IncidentDetails({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation(['incident', 'shell'])
  const query = useIncident(jiraId)
  const { data: incident, error, dataUpdatedAt } = query
  const isUnknown = isNotFound(error)
  useErrorToast(isUnknown ? null : error, t('toast.incident'))

  if (isUnknown) {
    return (
      <>
        <PageHeader title={t('unknown', { id: jiraId })} />
        <Link to="/">{t('toActive')}</Link>
      </>
    )
  }
  const title = (
    <>
      <TrackerLink jiraId={jiraId} />
      {incident?.isInternal === 'Y' && <InternalMark />}
    </>
  )
  return (
    <>
      <PageHeader title={title}>
        <LastRefresh at={dataUpdatedAt} />
      </PageHeader>
      <Loaded query={query} failure={t('error')} loading={t('loading')} rows={10}>
        {(incident) => (
          <div className={classes.grid}>
            <SlaBar incident={incident} />
            <Communications jiraId={jiraId} priorityType={incident.priorityType} />
            <IncidentFacts incident={incident} />
            <IncidentTeam jiraId={jiraId} />
            <ChangesBefore incident={incident} className={classes.wide} />
            <Timeline jiraId={jiraId} className={classes.wide} />
            <CustomerImpact jiraId={jiraId} count={incident.affectedCompanies} cis={incident.cis} />
          </div>
        )}
      </Loaded>
    </>
  )
}
