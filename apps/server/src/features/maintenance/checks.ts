import { splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { YesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import { nameFor } from '../../http/author.ts'
import type { Author } from '../../http/call.ts'
import { requireFound } from '../../http/edits.ts'
import { Conflict, fault, InvalidInput } from '../../http/errors.ts'
import { listAllDataCenters, listMaintenanceFlags, lockNames } from '../reference/public.ts'
import type { EventChange, EventRow } from './queries.ts'
import * as queries from './queries.ts'

/** The event, locked by default. Throws NotFound when there is none. */
export const requireEvent = async (db: Db, eventId: number, find = queries.lockEvent): Promise<EventRow> =>
  requireFound(await find(db, eventId), `maintenance event ${eventId}`)

/** What a refusal says of a cancelled event. */
export const describeCancelled = (
  { eventId, cancelledAt, cancelledBy }: EventRow,
  author: Pick<Author, 'sees'>,
): string =>
  `Maintenance event ${eventId} was cancelled by ${nameFor(author, cancelledBy) ?? 'somebody'} at ${cancelledAt?.toISOString()}`

export function refuseCancelled(event: EventRow, author: Pick<Author, 'sees'>): void {
  if (event.cancelledAt)
    throw new Conflict(`${describeCancelled(event, author)}: it cannot be changed any more`)
}

/** Event fields of a create or an update. An update leaves a missing field as it is. */
export type SentEvent = {
  title: string
  start_date: number
  end_date: number
  data_centers: readonly string[]
  is_internal: YesNo
  is_test?: YesNo | undefined
  flag?: string | null | undefined
  jira_id?: string | null | undefined
  comm_src?: string | undefined
}

export type EventFields = Omit<EventChange, 'updatedBy' | 'updatedAt'>

/** Values of the fields that a request may leave out. */
export type FieldDefaults = Pick<EventFields, 'isTest' | 'flag' | 'jiraIds' | 'commSrc'> & {
  /** Data centers of the stored event; they stay allowed after they were retired. */
  dataCenters?: readonly string[]
}

/** Validates the fields and returns them as stored. Throws InvalidInput with the field and the remedy. */
export async function validateEventFields(
  db: Db,
  sent: SentEvent,
  defaults: FieldDefaults,
): Promise<EventFields> {
  refuseEndBeforeStart(sent, 'body')
  return {
    title: sent.title,
    startDate: new Date(sent.start_date),
    endDate: new Date(sent.end_date),
    dataCenters: await requireDataCenters(db, sent.data_centers, {
      part: 'body',
      retired: defaults.dataCenters ?? [],
    }),
    isInternal: sent.is_internal === 'Y',
    isTest: sent.is_test === undefined ? defaults.isTest : sent.is_test === 'Y',
    flag: sent.flag === undefined ? defaults.flag : await validateFlag(db, sent.flag, defaults.flag),
    jiraIds: sent.jira_id === undefined ? defaults.jiraIds : validateJiraIds(sent.jira_id),
    commSrc: sent.comm_src || defaults.commSrc,
  }
}

const toInvalidInput = (path: string, message: string) =>
  new InvalidInput(`${path}: ${message}`, [{ path, message }])

type Part = 'body' | 'query'

export function refuseEndBeforeStart(span: { start_date: number; end_date: number }, part: Part): void {
  if (span.end_date < span.start_date)
    throw toInvalidInput(`${part}.end_date`, 'The end date cannot be before the start')
}

/**
 * The requested data centers, each once, in the order of the reference list. Throws InvalidInput for a data center
 * that is unknown, or retired and not in `retired`.
 */
export async function requireDataCenters(
  db: Db,
  requested: readonly string[],
  { part, retired }: { part: Part; retired: readonly string[] | 'all' },
): Promise<string[]> {
  const known = (await listAllDataCenters(db))
    .filter(({ systemName, retiredAt }) => !retiredAt || retired === 'all' || retired.includes(systemName))
    .map(({ systemName }) => systemName)
  const unknown = [...new Set(requested)].filter((name) => !known.includes(name))
  if (unknown.length === 0) return known.filter((name) => requested.includes(name))
  const quoted = unknown.map((name) => `'${name}'`).join(', ')
  throw toInvalidInput(
    `${part}.data_centers`,
    `there is no data center ${quoted}; known are ${known.join(', ')}`,
  )
}

/** An empty text or null means no flag. The event's own flag is accepted even after it has left the list. */
async function validateFlag(db: Db, flag: string | null, before: string | null): Promise<string | null> {
  if (!flag || flag === before) return flag || null
  await lockNames(db)
  const known = (await listMaintenanceFlags(db)).map(({ system_name }) => system_name)
  if (known.includes(flag)) return flag
  throw fault('flag', `there is no flag '${flag}'; known are ${known.join(', ')}`)
}

const LONGEST_JIRA_ID = 50

function validateJiraIds(text: string | null): string[] {
  const ids = splitJiraIds(text)
  const long = ids.find((id) => id.length > LONGEST_JIRA_ID)
  if (long === undefined) return ids
  throw fault('jira_id', `'${long}' is longer than ${LONGEST_JIRA_ID} characters; separate ids by commas`)
}

/** Ignores commSrc, the sending application: if only that differs, nothing has changed. */
export const isUnchanged = ({ commSrc: _, ...after }: EventFields, before: EventFields): boolean =>
  Object.entries(after).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(before[key as keyof EventFields]),
  )

// spec 2 §5
export const nothingChanged = (): InvalidInput => fault('title', 'Must Change A Value')
