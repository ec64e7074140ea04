import { createHash } from 'node:crypto'
import { LONGEST_SUMMARY, type StatusRecord, type UnknownName } from '@aviary/contract/ingest/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import type { KnownNames, NameList } from '../../features/reference/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import { cut, type Foreign, isForeign, listIn, momentIn, objectIn, shortTextIn, textIn } from '../foreign.ts'
import { linkOf } from './alert-link.ts'

/** An unknown or retired name in an alert; an alert with an unknown severity is still ingested. */
export type AlertFault = {
  index: number
  alert: string
  unknown: UnknownName
  isIngested: boolean
  isRetired: boolean
}
/** `unlabelled`: names of the alerts that are about no cell. */
export type ReadAlerts = { records: StatusRecord[]; faults: AlertFault[]; unlabelled: string[] }

type ReadAlert = { record?: StatusRecord; faults: AlertFault[] }

/** Severity of a firing alert whose own severity is missing or unknown. */
const DEFAULT_SEVERITY: Severity = 'PERFORMANCE'

/**
 * Reads a notification (version 4) as status reports, one source per alert. A firing alert reports its severity at
 * its start time; a resolved alert reports NORMAL at its end time. The order of arrival therefore does not matter.
 * Alerts for unknown or retired services or data centers give no records. Throws InvalidInput.
 */
export function readAlerts(body: Foreign, known: KnownNames, now: Date): ReadAlerts {
  if (body.version !== '4') throw new InvalidInput("The notification's version is not '4'")
  const read: ReadAlerts = { records: [], faults: [], unlabelled: [] }
  listIn(body, 'alerts').forEach((alert, index) => {
    const reading = isForeign(alert) ? readAlert({ alert, index }, known, now) : undefined
    if (!reading) read.unlabelled.push(isForeign(alert) ? titleOf(alert) : '')
    else {
      if (reading.record) read.records.push(reading.record)
      read.faults.push(...reading.faults)
    }
  })
  return read
}

/** Undefined if the alert has no label for its service or its data center. */
function readAlert(
  { alert, index }: { alert: Foreign; index: number },
  known: KnownNames,
  now: Date,
): ReadAlert | undefined {
  const labels = objectIn(alert, 'labels')
  const service = textIn(labels, 'service')
  const dataCenter = textIn(labels, 'data_center') || textIn(labels, 'datacenter') || textIn(labels, 'dc')
  if (service === '' || dataCenter === '') return undefined
  const faultOf = (unknown: UnknownName, { isIngested = false, isRetired = false } = {}) => ({
    ...{ index, alert: titleOf(alert) },
    ...{ unknown, isIngested, isRetired },
  })
  const refusedFaults = (names: NameList, unknown: UnknownName): AlertFault[] => {
    const found = names.find(unknown.name)
    if (found === undefined) return [faultOf(unknown)]
    return names.isRetired(found) ? [faultOf(unknown, { isRetired: true })] : []
  }

  const knownService = known.services.find(service)
  const knownDataCenter = known.dataCenters.find(dataCenter)
  const faults = [
    ...refusedFaults(known.services, { kind: 'service', name: service }),
    ...refusedFaults(known.dataCenters, { kind: 'data center', name: dataCenter }),
  ]
  if (!knownService || !knownDataCenter || faults.length > 0) return { faults }
  const { status, unknown } = isFiring(alert) ? severityOf(alert, known) : { status: 'NORMAL' as const }
  const record = {
    service: knownService,
    data_center: knownDataCenter,
    status,
    source: `alertmanager:${nameOf(alert)}`,
    at: reportedAt(alert, now).toISOString(),
    summary: summaryOf(alert),
    link: linkOf(alert),
  }
  return {
    record,
    faults: unknown ? [faultOf({ kind: 'severity', name: unknown }, { isIngested: true })] : [],
  }
}

const isFiring = (alert: Foreign): boolean => textIn(alert, 'status') !== 'resolved'

function severityOf(alert: Foreign, { findSeverity }: KnownNames): { status: Severity; unknown?: string } {
  const labels = objectIn(alert, 'labels')
  const words = [
    textIn(labels, 'status'),
    textIn(objectIn(alert, 'annotations'), 'status'),
    textIn(labels, 'severity'),
  ].filter(Boolean)
  for (const word of words) {
    const status = findSeverity(word)
    if (status) return { status }
  }
  const unknown = words.at(-1)
  return { status: DEFAULT_SEVERITY, ...(unknown ? { unknown } : {}) }
}

function summaryOf(alert: Foreign): string | null {
  const annotations = objectIn(alert, 'annotations')
  const text =
    textIn(annotations, 'summary') ||
    textIn(annotations, 'description') ||
    textIn(annotations, 'message') ||
    textIn(objectIn(alert, 'labels'), 'alertname')
  return cut(text.replaceAll(/\s+/g, ' '), LONGEST_SUMMARY) || null
}

/** The alert's name for people. */
const titleOf = (alert: Foreign): string =>
  shortTextIn(objectIn(alert, 'labels'), 'alertname', 100) ?? nameOf(alert)

/** Alertmanager's fingerprint is a digest of the labels; if it is missing, this computes a similar digest. */
function nameOf(alert: Foreign): string {
  const fingerprint = textIn(alert, 'fingerprint')
  if (fingerprint !== '') return cut(fingerprint, 100)
  const labels = Object.entries(objectIn(alert, 'labels')).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16)
}

function reportedAt(alert: Foreign, now: Date): Date {
  const start = momentIn(alert, 'startsAt')
  const end = momentIn(alert, 'endsAt')
  if (isFiring(alert)) return start ?? now
  // Senders write year 1 for "no end", which `momentIn` treats as absent.
  if (!end) return now
  // The end must be later than the start, because only a later report replaces the stored one.
  return start && end <= start ? new Date(start.getTime() + 1) : end
}
