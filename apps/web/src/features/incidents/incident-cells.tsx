import { RCA_MAX_CHARACTERS } from '@aviary/contract/constants'
import { isOwnIncident } from '@aviary/contract/declared/rules'
import { countsDown } from '@aviary/contract/incidents/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './active-incidents.module.css'

/** Link to an incident in the issue tracker, in a new tab. */
export function TrackerLink({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  if (isOwnIncident(jiraId)) return jiraId
  return (
    <a href={trackerLink(issue_tracker_link, jiraId)} target="_blank" rel="noreferrer">
      {jiraId}
      <span className="visually-hidden"> ({t('opensNewTab')})</span>
    </a>
  )
}

/** An arrow to the issue tracker, for beside an id that leads to the details. */
export function TrackerArrow({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  if (isOwnIncident(jiraId)) return null
  return (
    <a
      href={trackerLink(issue_tracker_link, jiraId)}
      target="_blank"
      rel="noreferrer"
      className={classes.arrow}
    >
      <span aria-hidden="true">↗</span>
      <span className="visually-hidden">{t('inTracker', { id: jiraId })}</span>
    </a>
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

/** A severity as an icon, for narrow places. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const word = useStatusWord()(severity)
  return (
    <span title={word}>
      <StatusIcon status={severity} />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}

/** The end of an incident; a closed incident has no end if its source reported none. */
export function IncidentEnd({ at, status }: { at: string | null; status: string }) {
  const { t } = useTranslation()
  if (at) return <Time at={at} />
  return <span className="muted">{countsDown(status) ? t('ongoing') : t('notAvailable')}</span>
}

/** A root cause, shortened (spec 1 §9); the title holds the full text. */
export function RootCause({ text }: { text: string }) {
  if (text.length <= RCA_MAX_CHARACTERS) return text
  return <span title={text}>{`${text.slice(0, RCA_MAX_CHARACTERS)}…`}</span>
}
