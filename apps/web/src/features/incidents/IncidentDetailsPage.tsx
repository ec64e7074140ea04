import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useReportRefresh } from '../../shared/last-refresh.ts'
import { useArrived } from '../../shared/use-arrived.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useIsPhone } from '../../shared/use-width.ts'
import { LastRefresh } from '../../ui/LastRefresh.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordHeaderSkeleton } from '../../ui/RecordHeader.tsx'
import { ChangesBefore, SimilarIncidents } from '../correlation/public.ts'
import { FollowUps, useHasFollowUps } from '../follow-ups/public.ts'
import { Story } from '../timeline/public.ts'
import { CustomerImpact } from './CustomerImpact.tsx'
import { ImpactSummary } from './ImpactSummary.tsx'
import { IncidentFacts } from './IncidentFacts.tsx'
import { IncidentHeader } from './IncidentHeader.tsx'
import { IncidentTeam } from './IncidentTeam.tsx'
import classes from './incident-details.module.css'
import { PartLinks } from './PartLinks.tsx'
import { SlaBar } from './SlaBar.tsx'
import { useAffectedCompanies, useIncident } from './use-incident.ts'

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
  const { error, dataUpdatedAt } = query
  const incident = useArrived(query.data)
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
  // The server also finds an incident by the `AVI-…` id that it had before the tracker took it over.
  if (incident && incident.jiraId !== jiraId)
    return <Navigate to="/details/$id" params={{ id: incident.jiraId }} replace />
  if (incident) return <Workspace incident={incident} refreshedAt={dataUpdatedAt} />
  return error ? (
    <>
      <PageHeader title={jiraId} />
      <LoadError query={query} failure={t('error')} />
    </>
  ) : (
    <RecordHeaderSkeleton title={jiraId} loading={t('loading')} />
  )
}

type WorkspaceProps = { incident: IncidentDetail; refreshedAt: number }

const WorkspaceHeader = memo(IncidentHeader)
const WorkspaceStory = memo(Story)
const WorkspaceFollowUps = memo(FollowUps)

/** What the pages of companies, which arrive one by one, do not change. */
const RailAbove = memo(({ incident }: Pick<WorkspaceProps, 'incident'>) => (
  <>
    <SlaBar incident={incident} />
    <ChangesBefore incident={incident} id="changes" />
    <SimilarIncidents jiraId={incident.jiraId} />
  </>
))
const RailBelow = memo(({ incident }: Pick<WorkspaceProps, 'incident'>) => (
  <>
    <IncidentTeam incident={incident} id="team" />
    <IncidentFacts incident={incident} id="facts" />
  </>
))

/** The header; below it, the story (left) and the facts (right); then what remains to be done, and the affected companies. */
function Workspace({ incident, refreshedAt }: WorkspaceProps) {
  const { jiraId, affectedCompanies: count } = incident
  const companies = useAffectedCompanies(jiraId, count)
  useReportRefresh(refreshedAt)
  const isPhone = useIsPhone()
  const hasFollowUps = useHasFollowUps()(incident)
  return (
    <>
      <WorkspaceHeader incident={incident} />
      {isPhone && (
        <p className={classes.refreshed}>
          <LastRefresh at={refreshedAt} />
        </p>
      )}
      <PartLinks hasFollowUps={hasFollowUps} />
      <div className={classes.workspace}>
        <WorkspaceStory incident={incident} id="story" />
        <div className={classes.rail}>
          <RailAbove incident={incident} />
          <ImpactSummary companies={companies} count={count} />
          <RailBelow incident={incident} />
        </div>
      </div>
      {hasFollowUps && <WorkspaceFollowUps incident={incident} id="follow-ups" />}
      <CustomerImpact jiraId={jiraId} companies={companies} cis={incident.cis} id="impact" />
    </>
  )
}
