import { createHash } from 'node:crypto'
import type { StatusRecord } from '@aviary/contract/ingest/schemas'
import { readSeverity, type Severity } from '@aviary/contract/status/rules'
import { InvalidInput } from '../../http/errors.ts'
import {
  type Foreign,
  isForeign,
  type Listed,
  listIn,
  matchName,
  momentIn,
  objectIn,
  textIn,
} from '../foreign.ts'

const SEVERITIES: Record<string, Severity> = {
  critical: 'OUTAGE',
  error: 'PARTIAL_OUTAGE',
  high: 'PARTIAL_OUTAGE',
  major: 'PARTIAL_OUTAGE',
  warning: 'PERFORMANCE',
  info: 'NORMAL',
  none: 'NORMAL',
}

export type ReadAlerts = { records: StatusRecord[]; notForUs: number }

/**
 * Reads a notification (version 4) as status reports, one source an alert. A firing alert reports from its start, a
 * resolved one NORMAL from its end, so that whichever comes late changes nothing. Throws InvalidInput.
 */
export function readAlerts(
  body: Foreign,
  known: { services: Listed; dataCenters: Listed },
  now: Date,
): ReadAlerts {
  if (body.version !== '4') throw new InvalidInput("The notification's version is not '4'")
  const records: StatusRecord[] = []
  let notForUs = 0
  for (const alert of listIn(body, 'alerts')) {
    const labels = objectIn(alert, 'labels')
    const service = textIn(labels, 'service')
    const dataCenter = textIn(labels, 'data_center') || textIn(labels, 'datacenter') || textIn(labels, 'dc')
    if (!isForeign(alert) || service === '' || dataCenter === '') {
      notForUs += 1
      continue
    }
    records.push({
      service: demand('service', service, known.services),
      data_center: demand('data center', dataCenter, known.dataCenters),
      status: isFiring(alert) ? severityOf(alert) : 'NORMAL',
      source: `alertmanager:${nameOf(alert)}`,
      at: reportedAt(alert, now).toISOString(),
    })
  }
  return { records, notForUs }
}

const isFiring = (alert: Foreign): boolean => textIn(alert, 'status') !== 'resolved'

function severityOf(alert: Foreign): Severity {
  const labels = objectIn(alert, 'labels')
  const named = textIn(labels, 'status') || textIn(objectIn(alert, 'annotations'), 'status')
  return readSeverity(named) ?? SEVERITIES[textIn(labels, 'severity').toLowerCase()] ?? 'PERFORMANCE'
}

/** Alertmanager's fingerprint is a digest of the labels; where it is missing we make one. */
function nameOf(alert: Foreign): string {
  const fingerprint = textIn(alert, 'fingerprint')
  if (fingerprint !== '') return fingerprint.slice(0, 100)
  const labels = Object.entries(objectIn(alert, 'labels')).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16)
}

function reportedAt(alert: Foreign, now: Date): Date {
  const start = momentIn(alert, 'startsAt')
  const end = momentIn(alert, 'endsAt')
  if (isFiring(alert)) return start ?? now
  // Year 1, which is no moment to us, is how the sender writes that there is no end.
  if (!end) return now
  // An end is never before the start it belongs to.
  return start && end <= start ? new Date(start.getTime() + 1) : end
}

function demand(kind: string, name: string, known: Listed): string {
  const found = matchName(name, known)
  if (found) return found
  const names = known.map((one) => one.system_name).join(', ')
  throw new InvalidInput(`Unknown ${kind} '${name.slice(0, 60)}'. Known are ${names}`)
}
