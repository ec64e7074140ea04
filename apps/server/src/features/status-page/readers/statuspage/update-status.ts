import { ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { RESTORED_TYPE } from '@aviary/contract/messages/rules'
import { CANCELLED, COMPLETE } from '@aviary/contract/notifications/rules'
import type { PublicIncident, PublicMaintenance, PublicUpdate } from '../../snapshot/schema.ts'

/** Message types can be added, so that words of their names decide. */
const IDENTIFIED = /\bidentified\b/i
const MONITORING = /\bmonitoring\b/i

export type UpdateStatus = 'investigating' | 'identified' | 'monitoring' | 'resolved' | 'postmortem'

/**
 * How Statuspage calls what an update says. As long as the incident is open, none of its updates says that it is over:
 * programs would take it for resolved.
 */
export function statusOfUpdate({ type, published_at }: PublicUpdate, incident: PublicIncident): UpdateStatus {
  const { is_resolved, resolved_at } = incident
  const isAfterEnd = is_resolved && resolved_at !== null && published_at > resolved_at
  if (type === RESTORED_TYPE) return is_resolved ? 'resolved' : 'monitoring'
  if (ROOT_CAUSE_TITLES.includes(type)) return isAfterEnd ? 'postmortem' : 'identified'
  if (isAfterEnd) return 'resolved'
  if (IDENTIFIED.test(type)) return 'identified'
  return MONITORING.test(type) ? 'monitoring' : 'investigating'
}

export function statusOfIncident(incident: PublicIncident): UpdateStatus {
  const [newest] = incident.updates
  const status = newest ? statusOfUpdate(newest, incident) : 'investigating'
  if (!incident.is_resolved) return status
  return status === 'postmortem' ? status : 'resolved'
}

export type MaintenanceStatus = 'scheduled' | 'in_progress' | 'completed'

/** Statuspage knows no cancelled maintenance. */
export const STATUS_OF_MAINTENANCE: Record<PublicMaintenance['state'], MaintenanceStatus> = {
  planned: 'scheduled',
  running: 'in_progress',
  completed: 'completed',
  cancelled: 'completed',
}

export function statusOfNotice(
  { type, published_at }: PublicUpdate,
  { starts_at, ends_at }: PublicMaintenance,
): MaintenanceStatus {
  if (type === COMPLETE || type === CANCELLED || published_at >= ends_at) return 'completed'
  return published_at < starts_at ? 'scheduled' : 'in_progress'
}
