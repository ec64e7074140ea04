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
import { type IssueEvent, isIssueKey, plainText, projectOf } from './read-issue.ts'

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
  /** By the category of its status; undefined if it has none. */
  isDone: boolean | undefined
  doneAt: string | null
  createdOn: string | null
  services: string[] | undefined
  dataCenters: string[] | undefined
  cis: string[] | undefined
  companyId: string | null | undefined
  incident: string | null | undefined
}

export function readChange({ told }: IssueEvent, fields: ChangeFields): JiraChange {
  const ifTold = <T>(field: string, read: () => T): T | undefined => (field in told ? read() : undefined)
  const moment = (field: string) => ifTold(field, () => instantIn(told, field))
  const category = textIn(objectIn(objectIn(told, 'status'), 'statusCategory'), 'key')
  return {
    summary: shortTextIn(told, 'summary', 1_000) ?? undefined,
    description: ifTold('description', () =>
      cut(plainText(told.description), CHANGE_DESCRIPTION_MAX_CHARACTERS),
    ),
    status: shortTextIn(objectIn(told, 'status'), 'name', 100) ?? undefined,
    plannedStart: moment(fields.plannedStartField),
    plannedEnd: moment(fields.plannedEndField),
    actualStart: moment(fields.actualStartField),
    actualEnd: moment(fields.actualEndField),
    submittedBy: ifTold('reporter', () => shortTextIn(objectIn(told, 'reporter'), 'displayName', 320)),
    isDone: category === '' ? undefined : category === 'done',
    // Workflows without resolutions still have the time of the last status category change.
    doneAt: instantIn(told, 'resolutiondate') ?? instantIn(told, 'statuscategorychangedate'),
    createdOn: instantIn(told, 'created'),
    services: ifTold('components', () =>
      listIn(told, 'components').flatMap((component) => textIn(component, 'name') || []),
    ),
    dataCenters: ifTold(fields.dataCentersField, () => namesIn(told[fields.dataCentersField])),
    cis: ifTold(fields.cisField, () => namesIn(told[fields.cisField])),
    companyId: ifTold(fields.companyField, () => companyIn(told[fields.companyField])),
    incident: ifTold('issuelinks', () => linkedIncident(told, fields.projects)),
  }
}

/** A text, a number, or an option that contains one. */
function companyIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return cut(value, 100) || null
  if (Array.isArray(value)) return companyIn(value[0] ?? null)
  return isForeign(value) && !isForeign(value.value) ? companyIn(value.value ?? null) : null
}

/** The first linked issue that is an incident, in either direction. */
function linkedIncident(told: Foreign, projects: readonly string[]): string | null {
  const keys = listIn(told, 'issuelinks').flatMap((link) =>
    ['inwardIssue', 'outwardIssue'].map((side) => textIn(objectIn(link, side), 'key')),
  )
  return keys.find((key) => isIssueKey(key) && projects.includes(projectOf(key))) ?? null
}
