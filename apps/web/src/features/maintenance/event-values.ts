import { APPLICATION_NAME } from '@aviary/contract/constants'
import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import { defaultEnd, joinJiraIds, splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { bodyInForm, bodyToStore, comparableBody, isBlank } from '@aviary/contract/messages/typed-body'
import type { YesNo } from '@aviary/contract/rules'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import {
  comparableTime,
  instantIn,
  NO_TIME,
  type PacificTime,
  pacificTimeAt,
} from '../../shared/time/pacific-time.ts'

/** Generation of the maintenance endpoints: `event` is v2, `window` is v1. */
export type Kind = 'event' | 'window'

export const createDraft = (kind: Kind): string => `maintenance-${kind}`
export const editDraft = (kind: Kind, id: number): string => `edit-maintenance-${kind}-${id}`

/** The values of the event form; `isTest` and `body` are used by the v1 form only. */
export type EventValues = {
  title: string
  body: string
  isInternal: YesNo
  isTest: YesNo
  flag: string
  jiraIds: string
  dataCenters: readonly string[]
  start: PacificTime
  end: PacificTime
  /** Whether the form sets the end from the start: before an end is chosen, and after the end is cleared. */
  isEndOurs: boolean
}

/** New events start as internal, so that nobody outside is notified by mistake. */
export const EMPTY: EventValues = {
  title: '',
  body: '',
  isInternal: 'Y',
  isTest: 'N',
  flag: '',
  jiraIds: '',
  dataCenters: [],
  start: NO_TIME,
  end: NO_TIME,
  isEndOurs: true,
}

export function toValues(event: MaintenanceEvent | MaintenanceWindow): EventValues {
  return {
    title: event.title,
    body: 'notification_body' in event ? bodyInForm(event.notification_body) : '',
    isInternal: event.is_internal,
    isTest: event.is_test,
    flag: event.flag ?? '',
    jiraIds: joinJiraIds(splitJiraIds(event.jira_id)),
    dataCenters: event.data_centers.map(({ system_name }) => system_name),
    start: pacificTimeAt(Date.parse(event.start_date)),
    end: pacificTimeAt(Date.parse(event.end_date)),
    isEndOurs: false,
  }
}

/**
 * Sets the start and adjusts the end (spec 2 §5): an end before the new start becomes equal to it; otherwise
 * an untouched end moves to 3 hours after the start.
 */
export function withStart(values: EventValues, start: PacificTime): Partial<EventValues> {
  const startMs = instantIn(start)
  const end = instantIn(values.end)
  if (startMs === undefined) return { start }
  if (end !== undefined && startMs > end) return { start, end: start, isEndOurs: false }
  return values.isEndOurs ? { start, end: pacificTimeAt(defaultEnd(startMs)) } : { start }
}

export const FIELDS = [
  'title',
  'body',
  'isInternal',
  'isTest',
  'flag',
  'dataCenters',
  'jiraIds',
  'start',
  'end',
] as const
export type Field = (typeof FIELDS)[number]

/** Each field as normalized text, so that a different spelling of the same value is not a change. */
export const comparable = (values: EventValues): Record<Field, string> => ({
  title: values.title.trim(),
  body: comparableBody(values.body),
  isInternal: values.isInternal,
  isTest: values.isTest,
  flag: values.flag,
  dataCenters: values.dataCenters.toSorted().join('\n'),
  jiraIds: joinJiraIds(splitJiraIds(values.jiraIds)),
  start: comparableTime(values.start),
  end: comparableTime(values.end),
})

export const getChangedFields = (before: EventValues, after: EventValues): Field[] =>
  changedFields(FIELDS, comparable(before), comparable(after))

export type Fault = 'title' | 'body' | 'start' | 'end' | 'order' | 'dataCenters'

/** The first field that keeps an event from being saved (spec 2 §5). */
export function findFault(values: EventValues, kind: Kind): Fault | undefined {
  const [start, end] = [instantIn(values.start), instantIn(values.end)]
  if (values.title.trim() === '') return 'title'
  if (kind === 'window' && isBlank(values.body)) return 'body'
  if (start === undefined) return 'start'
  if (end === undefined) return 'end'
  if (end < start) return 'order'
  return values.dataCenters.length === 0 ? 'dataCenters' : undefined
}

const toWire = (time: PacificTime): string => {
  const instant = instantIn(time)
  return instant === undefined ? '' : toPacificWire(instant)
}

/** The request fields that the create and update calls of both generations share. */
export const toRequestFields = (values: EventValues) => ({
  title: values.title.trim(),
  is_internal: values.isInternal,
  flag: values.flag === '' ? null : values.flag,
  jira_id: joinJiraIds(splitJiraIds(values.jiraIds)),
  data_centers: [...values.dataCenters],
  start_date: toWire(values.start),
  end_date: toWire(values.end),
})

export const newEvent = (values: EventValues, createdBy: string) => ({
  ...toRequestFields(values),
  is_test: 'N' as const,
  comm_src: APPLICATION_NAME,
  created_by: createdBy,
})

export const newWindow = (values: EventValues, createdBy: string, storedBody?: string) => ({
  ...toRequestFields(values),
  is_test: values.isTest,
  notification_body: bodyToStore(values.body, storedBody),
  comm_src: APPLICATION_NAME,
  created_by: createdBy,
})
