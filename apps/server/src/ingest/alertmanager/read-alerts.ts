import { createHash } from 'node:crypto'
import { LONGEST_SUMMARY, type StatusRecord, type UnknownName } from '@aviary/contract/ingest/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import { InvalidInput } from '../../http/errors.ts'
import {
  cut,
  type Foreign,
  isForeign,
  type Listed,
  listIn,
  matchName,
  momentIn,
  objectIn,
  shortTextIn,
  textIn,
} from '../foreign.ts'
import { readSeverityWord } from '../severity-words.ts'
import { linkOf } from './alert-link.ts'

/** An unknown name in an alert; an alert with an unknown severity is ingested all the same. */
export type AlertFault = { index: number; alert: string; unknown: UnknownName; isIngested: boolean }
export type ReadAlerts = { records: StatusRecord[]; faults: AlertFault[]; notForUs: number }

type Known = { services: Listed; dataCenters: Listed }
type ReadAlert = { record?: StatusRecord; faults: AlertFault[] }

/** Severity of a firing alert that names no known severity. */
const DEFAULT_SEVERITY: Severity = 'PERFORMANCE'

/**
 * Reads a notification (version 4) as status reports, one source per alert. A firing alert is a report as of
 * its start, a resolved one a NORMAL report as of its end, so the order of arrival does not matter. Alerts
 * for unknown services or data centers give no records. Throws InvalidInput.
 */
export function readAlerts(body: Foreign, known: Known, now: Date): ReadAlerts {
  if (body.version !== '4') throw new InvalidInput("The notification's version is not '4'")
  const read: ReadAlerts = { records: [], faults: [], notForUs: 0 }
  listIn(body, 'alerts').forEach((alert, index) => {
    const reading = isForeign(alert) ? readAlert({ alert, index }, known, now) : undefined
    if (!reading) read.notForUs += 1
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
  known: Known,
  now: Date,
): ReadAlert | undefined {
  const labels = objectIn(alert, 'labels')
  const service = textIn(labels, 'service')
  const dataCenter = textIn(labels, 'data_center') || textIn(labels, 'datacenter') || textIn(labels, 'dc')
  if (service === '' || dataCenter === '') return undefined
  const faultOf = (unknown: UnknownName, isIngested = false) => ({
    index,
    alert: titleOf(alert),
    unknown,
    isIngested,
  })

  const knownService = matchName(service, known.services)
  const knownDataCenter = matchName(dataCenter, known.dataCenters)
  if (!knownService || !knownDataCenter) {
    return {
      faults: [
        ...(knownService ? [] : [faultOf({ kind: 'service', name: service })]),
        ...(knownDataCenter ? [] : [faultOf({ kind: 'data center', name: dataCenter })]),
      ],
    }
  }
  const { status, unknown } = isFiring(alert) ? severityOf(alert) : { status: 'NORMAL' as const }
  const record = {
    service: knownService,
    data_center: knownDataCenter,
    status,
    source: `alertmanager:${nameOf(alert)}`,
    at: reportedAt(alert, now).toISOString(),
    summary: summaryOf(alert),
    link: linkOf(alert),
  }
  return { record, faults: unknown ? [faultOf({ kind: 'severity', name: unknown }, true)] : [] }
}

const isFiring = (alert: Foreign): boolean => textIn(alert, 'status') !== 'resolved'

function severityOf(alert: Foreign): { status: Severity; unknown?: string } {
  const labels = objectIn(alert, 'labels')
  const words = [
    textIn(labels, 'status'),
    textIn(objectIn(alert, 'annotations'), 'status'),
    textIn(labels, 'severity'),
  ].filter(Boolean)
  for (const word of words) {
    const status = readSeverityWord(word)
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
  // An end must lie after its start, because only a later report replaces a stored one.
  return start && end <= start ? new Date(start.getTime() + 1) : end
}
