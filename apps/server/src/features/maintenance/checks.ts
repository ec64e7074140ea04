import { splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { YesNo } from '@aviary/contract/wire'
import type { Db } from '../../database/open.ts'
import type { Person } from '../../http/call.ts'
import { requireFound } from '../../http/edits.ts'
import { fault, InvalidInput } from '../../http/errors.ts'
import { listDataCenters, listMaintenanceFlags } from '../reference/public.ts'
import type { EventChange, EventRow } from './queries.ts'
import * as queries from './queries.ts'

/** The event, locked unless told otherwise. Throws NotFound when there is none. */
export const requireEvent = async (db: Db, eventId: number, find = queries.lockEvent): Promise<EventRow> =>
  requireFound(await find(db, eventId), `maintenance event ${eventId}`)

/** The author is who signed in, as their session spells it. */
export function requireOwnName({ email }: Person, createdBy: string): string {
  if (createdBy.toLowerCase() === email.toLowerCase()) return email
  throw fault('created_by', `you are signed in as ${email}: nobody plans in another's name`)
}

/** What a create or an edit says of an event. A field of an edit that is left out stays as it is. */
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

/** What an edit that leaves these out keeps. */
export type Kept = Pick<EventFields, 'isTest' | 'flag' | 'jiraIds' | 'commSrc'>

/** The fields as they are stored. Throws InvalidInput that names the field and says what to mend. */
export async function checkedFields(db: Db, sent: SentEvent, before: Kept): Promise<EventFields> {
  refuseEndBeforeStart(sent, 'body')
  return {
    title: sent.title,
    startDate: new Date(sent.start_date),
    endDate: new Date(sent.end_date),
    dataCenters: await requireDataCenters(db, sent.data_centers, 'body'),
    isInternal: sent.is_internal === 'Y',
    isTest: sent.is_test === undefined ? before.isTest : sent.is_test === 'Y',
    flag: sent.flag === undefined ? before.flag : await checkedFlag(db, sent.flag, before.flag),
    jiraIds: sent.jira_id === undefined ? before.jiraIds : checkedJiraIds(sent.jira_id),
    commSrc: sent.comm_src || before.commSrc,
  }
}

const faultAt = (path: string, message: string) =>
  new InvalidInput(`${path}: ${message}`, [{ path, message }])

type Part = 'body' | 'query'

export function refuseEndBeforeStart(span: { start_date: number; end_date: number }, part: Part): void {
  if (span.end_date < span.start_date)
    throw faultAt(`${part}.end_date`, 'The end date cannot be before the start')
}

/** Each once, in the order of the reference list. */
export async function requireDataCenters(db: Db, wanted: readonly string[], part: Part): Promise<string[]> {
  const known = (await listDataCenters(db)).map(({ system_name }) => system_name)
  const unknown = [...new Set(wanted)].filter((name) => !known.includes(name))
  if (unknown.length === 0) return known.filter((name) => wanted.includes(name))
  const named = unknown.map((name) => `'${name}'`).join(', ')
  throw faultAt(`${part}.data_centers`, `there is no data center ${named}; known are ${known.join(', ')}`)
}

/** The empty text and null say none. The one it has is not asked for: it may have left the list since. */
async function checkedFlag(db: Db, flag: string | null, before: string | null): Promise<string | null> {
  if (!flag || flag === before) return flag || null
  const known = (await listMaintenanceFlags(db)).map(({ system_name }) => system_name)
  if (known.includes(flag)) return flag
  throw fault('flag', `there is no flag '${flag}'; known are ${known.join(', ')}`)
}

const LONGEST_JIRA_ID = 50

function checkedJiraIds(text: string | null): string[] {
  const ids = splitJiraIds(text)
  const long = ids.find((id) => id.length > LONGEST_JIRA_ID)
  if (long === undefined) return ids
  throw fault('jira_id', `'${long}' is longer than ${LONGEST_JIRA_ID} characters; separate ids by commas`)
}

/** Where it was entered is no value of the event. */
export const isUnchanged = ({ commSrc: _, ...after }: EventFields, before: EventFields): boolean =>
  Object.entries(after).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(before[key as keyof EventFields]),
  )

// spec 2 §5
export const nothingChanged = (): InvalidInput => fault('title', 'Must Change A Value')
