import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './messages.module.css'

/** Title of a dialog about a message: what one does, and the incident with its priority and services. */
export function useMessageTitle(incident: IncidentDetail | undefined): (task: string) => string {
  const names = useNames()
  return (task) => {
    if (!incident) return task
    const { jiraId, priorityType, affectedServices } = incident
    const services = affectedServices.map(names.service).join(', ')
    return `${task}: ${[jiraId, priorityType, services].filter((text) => text !== '').join(' · ')}`
  }
}

/** The incident that a message is about: severity, status, places and age. */
export function MessageAbout({ incident }: { incident: IncidentDetail }) {
  const names = useNames()
  const word = useStatusWord()(incident.symbol)
  const places = incident.affectedDataCenters.map(names.dataCenter).join(', ')
  return (
    <p className={classes.about}>
      <Tag status={incident.symbol}>
        <StatusIcon status={incident.symbol} size="small" />
        {word}
      </Tag>
      {incident.status && <Tag>{incident.status}</Tag>}
      <span className="muted">
        {places && `${places} · `}
        <RelativeTime at={incident.startDate} />
      </span>
    </p>
  )
}
