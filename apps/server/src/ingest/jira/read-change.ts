import { CHANGE_DESCRIPTION_MAX_CHARACTERS } from '@aviary/contract/constants'
import {
  cut,
  type Foreign,
  instantIn,
  isForeign,
  listIn,
  namesIn,
  objectIn,
  shortTextIn,
  textIn,
} from '../foreign.ts'
import { categoryOf, type IssueEvent, isIssueKey, plainText, projectOf } from './read-issue.ts'

export type ChangeFields = {
  /** Keys of the projects with incidents. */
  projects: readonly string[]
  changeProjects: readonly string[]
  dataCentersField: string
  plannedStartField: string
  plannedEndField: string
  actualStartField: string
  actualEndField: string
  cisField: string
  companyField: string
}

/** A Jira event about a change. Undefined: not in the event; null: empty in the event. */
export type JiraChange = {
  summary: string | undefined
  description: string | undefined
  status: string | undefined
  plannedStart: string | null | undefined
  plannedEnd: string | null | undefined
  actualStart: string | null | undefined
  actualEnd: string | null | undefined
  submittedBy: string | null | undefined
  /** Whether the category of the issue's status is done; undefined if the event has no category. */
  isDone: boolean | undefined
  doneAt: string | null
  createdOn: string | null
  services: string[] | undefined
  dataCenters: string[] | undefined
  cis: string[] | undefined
  companyId: string | null | undefined
  incident: string | null | undefined
}

export function readChange({ issueFields }: IssueEvent, fields: ChangeFields): JiraChange {
  const ifPresent = <T>(field: string, read: () => T): T | undefined =>
    field in issueFields ? read() : undefined
  const moment = (field: string) => ifPresent(field, () => instantIn(issueFields, field))
  const category = categoryOf(issueFields)
  return {
    summary: shortTextIn(issueFields, 'summary', 1_000) ?? undefined,
    description: ifPresent('description', () =>
      cut(plainText(issueFields.description), CHANGE_DESCRIPTION_MAX_CHARACTERS),
    ),
    status: shortTextIn(objectIn(issueFields, 'status'), 'name', 100) ?? undefined,
    plannedStart: moment(fields.plannedStartField),
    plannedEnd: moment(fields.plannedEndField),
    actualStart: moment(fields.actualStartField),
    actualEnd: moment(fields.actualEndField),
    submittedBy: ifPresent('reporter', () =>
      shortTextIn(objectIn(issueFields, 'reporter'), 'displayName', 320),
    ),
    isDone: category === '' ? undefined : category === 'done',
    // Workflows without resolutions still have the time of the last status category change.
    doneAt: instantIn(issueFields, 'resolutiondate') ?? instantIn(issueFields, 'statuscategorychangedate'),
    createdOn: instantIn(issueFields, 'created'),
    services: ifPresent('components', () =>
      listIn(issueFields, 'components').flatMap((component) => textIn(component, 'name') || []),
    ),
    dataCenters: ifPresent(fields.dataCentersField, () => namesIn(issueFields[fields.dataCentersField])),
    cis: ifPresent(fields.cisField, () => namesIn(issueFields[fields.cisField])),
    companyId: ifPresent(fields.companyField, () => companyIn(issueFields[fields.companyField])),
    incident: ifPresent('issuelinks', () => linkedIncident(issueFields, fields.projects)),
  }
}

/**
 * Reads a company id from a text, a number, an option that contains one of these, or the first element of a
 * list.
 */
function companyIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return cut(value, 100) || null
  if (Array.isArray(value)) return companyIn(value[0] ?? null)
  return isForeign(value) && !isForeign(value.value) ? companyIn(value.value ?? null) : null
}

/** The first linked issue that is an incident, in either direction. */
function linkedIncident(issueFields: Foreign, projects: readonly string[]): string | null {
  const keys = listIn(issueFields, 'issuelinks').flatMap((link) =>
    ['inwardIssue', 'outwardIssue'].map((side) => textIn(objectIn(link, side), 'key')),
  )
  return keys.find((key) => isIssueKey(key) && projects.includes(projectOf(key))) ?? null
}
