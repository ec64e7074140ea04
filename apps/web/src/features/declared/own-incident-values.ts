import type { OwnIncident } from '@aviary/contract/declared/endpoints'
import type { PriorityType } from '@aviary/contract/rules'
import type { Severity } from '@aviary/contract/status/rules'
import { toEpochSeconds, toInstant, toWallTime } from '../../shared/time/utc-text.ts'

/** Form values of an incident declared in Aviary; times are `2026-08-20T14:43` in UTC. */
export type OwnIncidentValues = {
  details: string
  priority: '' | PriorityType
  severity: '' | Severity
  status: string
  services: string[]
  dataCenters: string[]
  start: string
  end: string
}

/** Statuses to choose from; `RESOLVED` closes the incident, the others leave it open. */
export const OWN_STATUSES = ['ACTIVE', 'INVESTIGATION', 'RESOLVED'] as const

export const emptyAt = (now: number): OwnIncidentValues => ({
  ...{ details: '', priority: '', severity: '', status: 'ACTIVE', services: [], dataCenters: [] },
  ...{ start: toWallTime(now), end: '' },
})

export const valuesOf = (incident: OwnIncident): OwnIncidentValues => ({
  details: incident.details,
  priority: incident.priority_type,
  severity: incident.severity,
  status: incident.status,
  services: incident.affected_services,
  dataCenters: incident.data_centers,
  start: toWallTime(Date.parse(incident.start_date)),
  end: incident.end_date === null ? '' : toWallTime(Date.parse(incident.end_date)),
})

export const textsOf = (values: OwnIncidentValues): Record<keyof OwnIncidentValues, string> => ({
  ...values,
  details: values.details.trim(),
  services: values.services.join(', '),
  dataCenters: values.dataCenters.join(', '),
})

export type OwnIncidentFault = keyof OwnIncidentValues | 'order' | 'future'

/** The first reason why the incident cannot be saved. */
export function faultOf(values: OwnIncidentValues, now: number): OwnIncidentFault | undefined {
  const [start, end] = [toEpochSeconds(values.start), toEpochSeconds(values.end)]
  if (values.details.trim() === '') return 'details'
  if (values.priority === '') return 'priority'
  if (values.severity === '') return 'severity'
  if (values.services.length === 0) return 'services'
  if (values.dataCenters.length === 0) return 'dataCenters'
  if (start === undefined) return 'start'
  if (start * 1000 > now) return 'future'
  if (values.end !== '' && end === undefined) return 'end'
  return end !== undefined && end < start ? 'order' : undefined
}

/** The fields of a request; only call it without a fault. */
export function toFields(values: OwnIncidentValues) {
  const { priority, severity } = values
  if (priority === '' || severity === '') throw new Error('The incident is not complete')
  return {
    details: values.details.trim(),
    priority_type: priority,
    severity,
    affected_services: values.services,
    data_centers: values.dataCenters,
    start_date: toInstant(values.start) ?? '',
  }
}
