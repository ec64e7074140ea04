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
import { linkOf } from './link-of.ts'

/** What is unknown in one alert; one with an unknown severity is taken all the same. */
export type AlertFault = { index: number; alert: string; unknown: UnknownName; isTaken: boolean }
export type ReadAlerts = { records: StatusRecord[]; faults: AlertFault[]; notForUs: number }

type Known = { services: Listed; dataCenters: Listed }
type ReadAlert = { record?: StatusRecord; faults: AlertFault[] }

/** What a firing alert means that says nothing of its severity, or says it in a word that nobody knows. */
const DEFAULT_SEVERITY: Severity = 'PERFORMANCE'

/**
 * Reads a notification (version 4) as status reports, one source an alert. A firing alert reports from its start, a
 * resolved one NORMAL from its end, so that whichever comes late changes nothing. Alerts of services and data centers that
 * nobody knows are not among the records. Throws InvalidInput.
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

/** Undefined when it names no cell. */
function readAlert(
  { alert, index }: { alert: Foreign; index: number },
  known: Known,
  now: Date,
): ReadAlert | undefined {
  const labels = objectIn(alert, 'labels')
  const service = textIn(labels, 'service')
  const dataCenter = textIn(labels, 'data_center') || textIn(labels, 'datacenter') || textIn(labels, 'dc')
  if (service === '' || dataCenter === '') return undefined
  const faultOf = (unknown: UnknownName, isTaken = false) => ({
    index,
    alert: titleOf(alert),
    unknown,
    isTaken,
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

/** What people call it. */
const titleOf = (alert: Foreign): string =>
  shortTextIn(objectIn(alert, 'labels'), 'alertname', 100) ?? nameOf(alert)

/** Alertmanager's fingerprint is a digest of the labels; where it is missing we make one. */
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
  // Year 1, which is no moment to us, is how the sender writes that there is no end.
  if (!end) return now
  // An end is never before the start it belongs to.
  return start && end <= start ? new Date(start.getTime() + 1) : end
}
