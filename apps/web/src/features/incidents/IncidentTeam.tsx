import type { IncidentTeam as Team } from '@aviary/contract/incidents/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Address } from '../../ui/Address.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './incident-details.module.css'
import { useTeam } from './use-incident.ts'

/** Who works on the incident, according to the tracker and the chat. */
export function IncidentTeam({ jiraId, id }: { jiraId: string; id?: string }) {
  const { t } = useTranslation('incident')
  const query = useTeam(jiraId)
  useErrorToast(query.error, t('toast.details'))
  return (
    <Panel title={t('team.title')} id={id}>
      <Loaded query={query} failure={t('team.error')} loading={t('team.loading')} rows={3}>
        {(team) => <TeamList team={team} />}
      </Loaded>
    </Panel>
  )
}

export const isWebLink = (address: string | null | undefined): address is string =>
  /^https?:\/\//i.test(address ?? '')

function TeamList({ team: { jira_info: jira, slack_info: slack } }: { team: Team }) {
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
  if (knownFacts.length === 0) return <EmptyState title={t('team.none')} />
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
