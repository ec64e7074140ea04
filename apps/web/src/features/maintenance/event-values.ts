import { APPLICATION_NAME } from '@aviary/contract/constants'
import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import { defaultEnd, joinJiraIds, splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { bodyFromText, bodyPreview } from '@aviary/contract/messages/body'
import type { YesNo } from '@aviary/contract/wire'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import { comparableTime, instantIn, NO_TIME, type PacificTime, pacificTimeAt } from '../../ui/pacific-time.ts'

/** Which of the two generations of events a form, a list or a card is about: v2 `event`, v1 `window`. */
export type Kind = 'event' | 'window'

export const createDraft = (kind: Kind): string => `maintenance-${kind}`
export const editDraft = (kind: Kind, id: number): string => `edit-maintenance-${kind}-${id}`

/** What stands in the form of an event; `isTest` and `body` only in the older one. */
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
  /** Nobody has touched the end, or it was cleared: it goes with the start. */
  isEndOurs: boolean
}

/** Nobody outside is told by oversight: an event begins internal. */
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

export function valuesOf(event: MaintenanceEvent | MaintenanceWindow): EventValues {
  return {
    title: event.title,
    body: 'notification_body' in event ? event.notification_body : '',
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
 * What another start does to the end (spec 2 §5): an untouched end is 3 hours after the start, and an end that the start
 * moves past becomes the start.
 */
export function withStart(values: EventValues, start: PacificTime): Partial<EventValues> {
  const at = instantIn(start)
  const end = instantIn(values.end)
  if (at === undefined) return { start }
  if (end !== undefined && at > end) return { start, end: start, isEndOurs: false }
  return values.isEndOurs ? { start, end: pacificTimeAt(defaultEnd(at)) } : { start }
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

/** Each field as a text that is the same when it says the same. */
export const comparable = (values: EventValues): Record<Field, string> => ({
  title: values.title.trim(),
  body: values.body.trim(),
  isInternal: values.isInternal,
  isTest: values.isTest,
  flag: values.flag,
  dataCenters: values.dataCenters.toSorted().join('\n'),
  jiraIds: joinJiraIds(splitJiraIds(values.jiraIds)),
  start: comparableTime(values.start),
  end: comparableTime(values.end),
})

export const changesOf = (before: EventValues, after: EventValues): Field[] =>
  changedFields(FIELDS, comparable(before), comparable(after))

export type Fault = 'title' | 'body' | 'start' | 'end' | 'order' | 'dataCenters'

/** The first thing that keeps an event from being saved (spec 2 §5). */
export function faultOf(values: EventValues, kind: Kind): Fault | undefined {
  const [start, end] = [instantIn(values.start), instantIn(values.end)]
  if (values.title.trim() === '') return 'title'
  if (kind === 'window' && bodyPreview(values.body, 1) === '') return 'body'
  if (start === undefined) return 'start'
  if (end === undefined) return 'end'
  if (end < start) return 'order'
  return values.dataCenters.length === 0 ? 'dataCenters' : undefined
}

const wire = (time: PacificTime): string => {
  const instant = instantIn(time)
  return instant === undefined ? '' : toPacificWire(instant)
}

/** The fields of an event as both of its creates and edits send them. */
export const sentFields = (values: EventValues) => ({
  title: values.title.trim(),
  is_internal: values.isInternal,
  flag: values.flag === '' ? null : values.flag,
  jira_id: joinJiraIds(splitJiraIds(values.jiraIds)),
  data_centers: [...values.dataCenters],
  start_date: wire(values.start),
  end_date: wire(values.end),
})

export const newEvent = (values: EventValues, createdBy: string) => ({
  ...sentFields(values),
  is_test: 'N' as const,
  comm_src: APPLICATION_NAME,
  created_by: createdBy,
})

export const newWindow = (values: EventValues, createdBy: string) => ({
  ...sentFields(values),
  is_test: values.isTest,
  notification_body: bodyFromText(values.body),
  comm_src: APPLICATION_NAME,
  created_by: createdBy,
})
