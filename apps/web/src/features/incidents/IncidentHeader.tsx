import { countsDown, isOpenStatus } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { HelpLink } from '../../ui/HelpLink.tsx'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { HeaderFacts } from './HeaderFacts.tsx'
import { IncidentActions } from './IncidentActions.tsx'
import { TrackerLink } from './incident-cells.tsx'
import classes from './incident-header.module.css'

/** Title and severity of an incident, the six facts that people ask for first, and the actions. */
export function IncidentHeader({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation('incident')
  const word = useStatusWord()(incident.symbol)
  const isInternal = incident.isInternal === 'Y'
  // A missing status counts as open (spec 1 §2.5).
  const isOpen = countsDown(incident.status)
  return (
    <header
      className={classes.header}
      data-status={isOpen ? incident.symbol : 'NORMAL'}
      data-internal={isInternal || undefined}
    >
      <div className={classes.titleLine}>
        <StatusIcon status={isOpen ? incident.symbol : 'NORMAL'} size="large" />
        <h1>
          <TrackerLink jiraId={incident.jiraId} />
          {isInternal && <InternalMark />}
          <span className={classes.title}>{useTitle(incident)}</span>
        </h1>
        <div className={classes.tags}>
          <Tag status={incident.symbol}>{word}</Tag>
          <Tag>{incident.priorityType}</Tag>
          <Tag>{incident.status || t('header.noStatus')}</Tag>
        </div>
        <HelpLink />
        <IncidentActions incident={incident} />
      </div>
      <HeaderFacts incident={incident} />
    </header>
  )
}

/** Characters of the details that fit a title; the facts have the whole text. */
const TITLE_CHARACTERS = 90

/** "Travel: intermittent failures creating agent tasks". */
function useTitle({ affectedServices, details, status, startDate }: IncidentDetail): string {
  const names = useNames()
  const { service } = isOpenStatus(status) ? names : names.at(startDate)
  const [line = ''] = details.trim().split(/\r?\n|(?<=[.!?。！？])\s/u)
  const what = line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS)}…` : line
  return [affectedServices.map(service).join(', '), what].filter((text) => text !== '').join(': ')
}

/** As tall as the header, so that nothing moves when the incident arrives. */
export function IncidentHeaderSkeleton({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation('incident')
  return (
    <div className={classes.header} role="status" aria-busy="true">
      <div className={classes.titleLine}>
        <h1>{jiraId}</h1>
        <span className="visually-hidden">{t('loading')}</span>
      </div>
      <div className={classes.placeholder} />
    </div>
  )
}
