import { RCA_MAX_CHARACTERS } from '@aviary/contract/constants'
import { shorten } from '@aviary/contract/cut-text'
import { isOwnIncident } from '@aviary/contract/declared/rules'
import { countsDown } from '@aviary/contract/incidents/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { RowTime } from '../../ui/Time.tsx'
import incidentClasses from './active-incidents.module.css'
import classes from './incident-cells.module.css'

/** Link to an incident in the issue tracker, in a new tab. */
export function TrackerLink({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  if (isOwnIncident(jiraId)) return jiraId
  return (
    <a href={trackerLink(issue_tracker_link, jiraId)} target="_blank" rel="noreferrer" data-row-key="j">
      {jiraId}
      <span className="visually-hidden"> ({t('opensNewTab')})</span>
    </a>
  )
}

/** An arrow to the issue tracker, placed beside an id that leads to the details; none for an own incident. */
export function TrackerArrow({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  if (isOwnIncident(jiraId)) return null
  return (
    <a
      href={trackerLink(issue_tracker_link, jiraId)}
      target="_blank"
      rel="noreferrer"
      className={incidentClasses.arrow}
      data-row-key="j"
    >
      <span aria-hidden="true">↗</span>
      <span className="visually-hidden">{t('inTracker', { id: jiraId })}</span>
    </a>
  )
}

/**
 * An id that leads to the details; beside it an arrow to the issue tracker, unless the incident is our own.
 */
export const IncidentId = ({ jiraId }: { jiraId: string }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.id}>
      <Link to="/details/$id" params={{ id: jiraId }} aria-label={t('idDetails', { id: jiraId })}>
        {jiraId}
      </Link>{' '}
      <TrackerArrow jiraId={jiraId} />
    </span>
  )
}

export function DetailsLink({ jiraId, children }: { jiraId: string; children: ReactNode }) {
  return (
    <Link to="/details/$id" params={{ id: jiraId }}>
      {children}
      <span className="visually-hidden"> {jiraId}</span>
    </Link>
  )
}

/** A severity as its icon and its word. */
export function SeverityWord({ severity }: { severity: Severity }) {
  const word = useStatusWord()(severity)
  return (
    <span className={classes.severity}>
      <StatusIcon status={severity} /> {word}
    </span>
  )
}

/** The end of an incident in a table; a closed incident has no end if its source reported none. */
export function IncidentEnd({ at, status }: { at: string | null; status: string }) {
  const { t } = useTranslation()
  if (at) return <RowTime at={at} isShort />
  return <span className="muted">{countsDown(status) ? t('ongoing') : t('notAvailable')}</span>
}

/** A root cause, shortened (spec 1 §9); the table shows the full text on hover or focus. */
export function RootCause({ text }: { text: string }) {
  const shown = shorten(text, RCA_MAX_CHARACTERS)
  if (shown === text) return text
  return (
    <span data-tip={text} data-whole>
      {shown}
    </span>
  )
}
