import { isOpenStatus } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Term } from '../../ui/Term.tsx'
import { Time } from '../../ui/Time.tsx'
import { IncidentEnd } from './incident-cells.tsx'
import classes from './incident-details.module.css'
import { NextUpdate } from './NextUpdate.tsx'
import { ChangeOnStatusPage, OnStatusPage, useOnStatusPage } from './OnStatusPage.tsx'
import { PostMortemLink, usePostMortem } from './PostMortemLink.tsx'

/** The fields of an incident in the order of spec 1 §2.5, then the promised update and the status page. */
export function IncidentFacts({ incident, id }: { incident: IncidentDetail; id?: string }) {
  const { t } = useTranslation(['incident', 'incidents', 'shell'])
  const allNames = useNames()
  const names = isOpenStatus(incident.status) ? allNames : allNames.at(incident.startDate)
  const formatCount = useCount()
  const isShown = useOnStatusPage(incident)
  const jiraId = t('facts.jiraId')
  const facts: [string, ReactNode][] = [
    [jiraId, incident.jiraId],
    [t('facts.services'), incident.affectedServices.map(names.service).join(', ')],
    [t('facts.dataCenters'), incident.affectedDataCenters.map(names.dataCenter).join(', ')],
    [t('facts.companies'), formatCount(incident.affectedCompanies)],
    [t('facts.users'), incident.affectedUsers === null ? null : formatCount(incident.affectedUsers)],
    [t('facts.details'), incident.details],
    [t('facts.start'), <Time key="start" at={incident.startDate} />],
    [t('facts.slaEnd'), <Time key="sla" at={incident.slaEndTime} />],
    [
      t('facts.end'),
      incident.endDate ? (
        <Time key="end" at={incident.endDate} />
      ) : (
        <IncidentEnd key="end" at={null} status={incident.status} />
      ),
    ],
  ]
  if (incident.nextUpdateDue)
    facts.push([t('incidents:nextUpdate.title'), <NextUpdate key="next" at={incident.nextUpdateDue} />])
  if (isShown !== undefined)
    facts.push([t('facts.statusPage'), <OnStatusPage key="page" isShown={isShown} />])
  if (usePostMortem(incident))
    facts.push([t('postMortem.title'), <PostMortemLink key="post-mortem" incident={incident} />])
  return (
    <Panel title={t('facts.title')} id={id}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name === jiraId ? <Term name="opi">{name}</Term> : name}</dt>
            <dd>{value || t('shell:notAvailable')}</dd>
          </div>
        ))}
      </dl>
      {isShown !== undefined && <ChangeOnStatusPage incident={incident} isShown={isShown} />}
    </Panel>
  )
}
