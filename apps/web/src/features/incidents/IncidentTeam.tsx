import { isOwnIncident } from '@aviary/contract/declared/rules'
import type { IncidentDetail, IncidentTeam as Team } from '@aviary/contract/incidents/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Address } from '../../ui/Address.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { IncidentRoles } from '../incident-roles/public.ts'
import classes from './incident-details.module.css'
import { useTeam } from './use-incident.ts'

/** Who has which role on the incident, and who works on it according to the tracker and the chat. */
export function IncidentTeam({ incident, id }: { incident: IncidentDetail; id?: string }) {
  const { t } = useTranslation('incident')
  const query = useTeam(incident.jiraId)
  useErrorToast(query.error, t('toast.details'))
  return (
    <Panel title={t('team.title')} id={id}>
      <IncidentRoles incident={incident} />
      <Loaded query={query} failure={t('team.error')} loading={t('team.loading')} rows={3}>
        {(team) => <TeamList team={team} isOwn={isOwnIncident(incident.jiraId)} />}
      </Loaded>
    </Panel>
  )
}

export const isWebLink = (address: string | null | undefined): address is string =>
  /^https?:\/\//i.test(address ?? '')

type TeamListProps = { team: Team; isOwn: boolean }

function TeamList({ team: { jira_info: jira, slack_info: slack }, isOwn }: TeamListProps) {
  const { t } = useTranslation('incident')
  const channel = isWebLink(slack.channel_url) ? (
    <a href={slack.channel_url} target="_blank" rel="noreferrer">
      {slack.channel ?? slack.channel_url}
    </a>
  ) : (
    slack.channel
  )
  const facts: [string, ReactNode][] = [
    [t('team.manager'), jira.incident_manager],
    [t('team.assignee'), jira.assignee],
    [t('team.reporter'), jira.reporter],
    [t('team.participants'), jira.participants?.join(', ')],
    [t('team.channel'), channel],
    [t('team.members'), slack.members?.join(', ')],
  ]
  const knownFacts = facts.filter(([, value]) => value)
  // No tracker will name anybody for an own incident.
  if (knownFacts.length === 0) return !isOwn && <EmptyState title={t('team.none')} />
  return (
    <dl className={classes.facts}>
      {knownFacts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Address text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
