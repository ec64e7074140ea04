import type { Severity } from '@aviary/contract/status/rules'
import type { KnownNames } from '../../features/reference/public.ts'
import {
  cut,
  type Foreign,
  isForeign,
  isStorable,
  listIn,
  momentIn,
  namesIn,
  objectIn,
  textIn,
} from '../foreign.ts'

type FindSeverity = KnownNames['findSeverity']

export type JiraFields = {
  dataCentersField: string
  severityField: string
  cisField: string
  projects: readonly string[]
}

/**
 * An incident as a Jira event describes it, in Aviary's terms, but with Jira's names of services and data
 * centers.
 */
export type JiraIssue = {
  key: string
  isDeleted: boolean
  updatedAt: Date | undefined
  startDate: Date | undefined
  endDate: Date | undefined
  status: 'ACTIVE' | 'INVESTIGATION' | 'RESOLVED'
  severity: Severity
  /**
   * The event's word for the severity, if Aviary does not know that word. The severity then comes from the
   * priority, else it is PERFORMANCE.
   */
  unknownSeverity: string | undefined
  priorityType: 'P1' | 'P2'
  isInternal: boolean
  /** Details of the incident; undefined if not in the event, so that the stored value stays. */
  details: string | undefined
  services: string[] | undefined
  dataCenters: string[] | undefined
  cis: string[] | undefined
  people: { assignee?: string; reporter?: string }
}

const LONGEST_DETAILS = 100_000

export type IssueEvent = {
  key: string
  project: string
  isDeleted: boolean
  issueFields: Foreign
  updatedAt: Date | undefined
}

/** Reads a Jira Cloud event about an issue; returns the reason as a sentence if it is another event. */
export function readEvent(body: Foreign): IssueEvent | string {
  const event = textIn(body, 'webhookEvent')
  if (!/^jira:issue_(created|updated|deleted)$/.test(event)) return `'${cut(event, 60)}' is no issue event`
  const issue = objectIn(body, 'issue')
  const key = textIn(issue, 'key')
  if (!isIssueKey(key)) return 'the event has no issue key'
  const issueFields = objectIn(issue, 'fields')
  return {
    key,
    project: projectOf(key),
    isDeleted: event === 'jira:issue_deleted',
    issueFields,
    updatedAt: momentIn(issueFields, 'updated') ?? timestampIn(body),
  }
}

export const isIssueKey = (key: string): boolean =>
  /^[A-Z][A-Z0-9_]*-\d{1,12}$/i.test(key) && key.length <= 50

/** `new`, `indeterminate`, `done`, or empty if the event does not say. */
export const categoryOf = (issueFields: Foreign): string =>
  textIn(objectIn(objectIn(issueFields, 'status'), 'statusCategory'), 'key')

export const projectOf = (key: string): string => key.slice(0, key.lastIndexOf('-'))

export function readIncident(
  { key, isDeleted, issueFields, updatedAt }: IssueEvent,
  fields: JiraFields,
  findSeverity: FindSeverity,
): JiraIssue {
  const status = STATUSES[categoryOf(issueFields)] ?? 'ACTIVE'
  const { severity, unknown } = severityOf(issueFields, { field: fields.severityField, findSeverity })
  const labels = listIn(issueFields, 'labels').flatMap((label) =>
    typeof label === 'string' ? [label.toLowerCase()] : [],
  )
  return {
    key,
    isDeleted,
    updatedAt,
    startDate: momentIn(issueFields, 'created'),
    endDate: status === 'RESOLVED' ? (momentIn(issueFields, 'resolutiondate') ?? updatedAt) : undefined,
    status,
    severity,
    unknownSeverity: unknown,
    priorityType: priorityOf(labels, severity),
    isInternal: labels.includes('internal'),
    details: 'summary' in issueFields || 'description' in issueFields ? detailsOf(issueFields) : undefined,
    services:
      'components' in issueFields
        ? listIn(issueFields, 'components').flatMap((component) => textIn(component, 'name') || [])
        : undefined,
    dataCenters:
      fields.dataCentersField in issueFields ? namesIn(issueFields[fields.dataCentersField]) : undefined,
    cis: fields.cisField in issueFields ? namesIn(issueFields[fields.cisField]) : undefined,
    people: peopleOf(issueFields),
  }
}

const STATUSES: Record<string, JiraIssue['status']> = {
  new: 'ACTIVE',
  indeterminate: 'INVESTIGATION',
  done: 'RESOLVED',
}

/** The severity by the severity field, else by the priority, else PERFORMANCE. */
function severityOf(
  issueFields: Foreign,
  { field, findSeverity }: { field: string; findSeverity: FindSeverity },
): { severity: Severity; unknown: string | undefined } {
  // Jira shows 'None' for an empty option.
  const option = namesIn(issueFields[field]).find((name) => name.trim().toLowerCase() !== 'none')
  const priority = textIn(objectIn(issueFields, 'priority'), 'name')
  const read = option && findSeverity(option)
  if (read) return { severity: read, unknown: undefined }
  const severityOfPriority = findSeverity(priority)
  return {
    severity: severityOfPriority ?? 'PERFORMANCE',
    unknown: option ?? (severityOfPriority ? undefined : priority || undefined),
  }
}

function priorityOf(labels: readonly string[], severity: Severity): 'P1' | 'P2' {
  if (labels.includes('p1')) return 'P1'
  if (labels.includes('p2')) return 'P2'
  return severity === 'OUTAGE' || severity === 'PARTIAL_OUTAGE' ? 'P1' : 'P2'
}

function detailsOf(issueFields: Foreign): string {
  const description = plainText(issueFields.description)
  return cut([textIn(issueFields, 'summary'), description].filter(Boolean).join('\n\n'), LONGEST_DETAILS)
}

/**
 * The text of a description, which Jira sends as plain text or as a document of nested nodes; one line per
 * block.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  const lines: string[] = []
  const left: unknown[] = [value]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isForeign(node)) continue
    if (typeof node.text === 'string') lines.push(node.text)
    if (/^(paragraph|heading|listItem|hardBreak)$/.test(textIn(node, 'type'))) lines.push('\n')
    left.push(...listIn(node, 'content').toReversed())
  }
  return lines.join('').trim()
}

function peopleOf(issueFields: Foreign): JiraIssue['people'] {
  const assignee = textIn(objectIn(issueFields, 'assignee'), 'displayName')
  const reporter = textIn(objectIn(issueFields, 'reporter'), 'displayName')
  return { ...(assignee ? { assignee } : {}), ...(reporter ? { reporter } : {}) }
}

function timestampIn(body: Foreign): Date | undefined {
  if (typeof body.timestamp !== 'number') return undefined
  const at = new Date(body.timestamp)
  return isStorable(at) ? at : undefined
}
