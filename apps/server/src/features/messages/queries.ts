import type { ManagedSortColumn } from '@aviary/contract/messages/schemas'
import type { PriorityType } from '@aviary/contract/rules'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { and, asc, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf } from '../../database/parameters.ts'
import { channelEvents } from '../../database/tables/channels.ts'
import {
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
  messageChanges,
  messageWriters,
} from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { alertTypes, dataCenters, services } from '../../database/tables/reference.ts'
import type { Page } from '../../http/paging.ts'

const joinedNames = sql`lower(string_agg(named.display_name, ', ' order by named.position)) collate "C"`
// Qualifies incident_id: unqualified, it would mean the column of the inner table.
const serviceNames = sql`(select ${joinedNames} from ${incidentServices} placed
  join ${services} named on named.system_name = placed.service where placed.incident_id = incidents.incident_id)`
const dataCenterNames = sql`(select ${joinedNames} from ${incidentDataCenters} placed
  join ${dataCenters} named on named.system_name = placed.data_center
  where placed.incident_id = incidents.incident_id)`
const severityNames = sql.join(
  SEVERITIES.map((name) => sql`${name}`),
  sql`, `,
)

/** SQL expressions to sort by, for each sort column. */
const SORT_EXPRESSIONS: Record<Exclude<ManagedSortColumn, 'start_date'>, SQL[]> = {
  end_date: [sql`${incidents.endDate}`],
  // Sorts OPI-9 before OPI-10.
  jira_id: [
    sql`lower(regexp_replace(${incidents.jiraId}, '\\d+$', '')) collate "C"`,
    sql`substring(${incidents.jiraId} from '\\d+$')::numeric`,
  ],
  severity: [sql`array_position(array[${severityNames}], ${incidents.severity})`],
  is_internal: [sql`${incidents.isInternal}`],
  status: [sql`lower(${incidents.status}) collate "C"`],
  affected_services: [serviceNames],
  data_centers: [dataCenterNames],
}

const toOrder = ({ sortBy, isDescending }: Pick<IncidentQuery, 'sortBy' | 'isDescending'>): SQL[] => {
  const direction = isDescending ? desc : asc
  // Same order as the index: "nulls last" would prevent its use.
  if (sortBy === 'start_date') return [direction(incidents.startDate), direction(incidents.incidentId)]
  const expressions = SORT_EXPRESSIONS[sortBy].map((expression) => sql`${direction(expression)} nulls last`)
  return [...expressions, desc(incidents.startDate), desc(incidents.incidentId)]
}

export type ManagedIncidentRow = typeof incidents.$inferSelect

type IncidentQuery = { priorityType: PriorityType; sortBy: ManagedSortColumn; isDescending: boolean }

export const listPriorityIncidents = (db: Db, query: IncidentQuery & Page) =>
  db
    .select()
    .from(incidents)
    .where(eq(incidents.priorityType, query.priorityType))
    .orderBy(...toOrder(query))
    .offset(query.startAt)
    .limit(query.size)

export type MessageRow = typeof incidentMessages.$inferSelect

const isMessageOf = (messageId: number, incidentId: number) =>
  and(eq(incidentMessages.messageId, messageId), eq(incidentMessages.incidentId, incidentId))

/** A message of the incident; undefined if there is none. */
export async function getMessage(db: Db, messageId: number, incidentId: number) {
  const [row] = await db.select().from(incidentMessages).where(isMessageOf(messageId, incidentId))
  return row
}

/** Gets the message and locks it until the transaction ends, so that concurrent edits run one after the other. */
export async function lockMessage(db: Db, messageId: number, incidentId: number) {
  const [row] = await db
    .select()
    .from(incidentMessages)
    .where(isMessageOf(messageId, incidentId))
    .for('update')
  return row
}

/** Locks the incident until the transaction ends, so that messages are posted on it one after the other. */
export const lockMessages = (db: Db, incidentId: number) =>
  db
    .select({ incidentId: incidents.incidentId })
    .from(incidents)
    .where(eq(incidents.incidentId, incidentId))
    .for('no key update')

/** The messages that came after one, newest first; all without one. */
export const listMessagesAfter = (
  db: Db,
  incidentId: number,
  messageId: number | null,
): Promise<MessageRow[]> =>
  db
    .select()
    .from(incidentMessages)
    .where(and(eq(incidentMessages.incidentId, incidentId), gt(incidentMessages.messageId, messageId ?? 0)))
    .orderBy(desc(incidentMessages.messageId))

/** Whether a message was mailed, or posted to channels, outside. */
export async function wasMessageSentOutside(db: Db, messageId: number): Promise<boolean> {
  const { rows } = await db.execute<{ was_sent: boolean }>(sql`
    select exists (select from ${broadcasts}
        where ${broadcasts.messageId} = ${messageId} and ${broadcasts.audience} = 'EXTERNAL')
      or exists (select from ${channelEvents}
        where ${channelEvents.messageId} = ${messageId} and ${channelEvents.audience} = 'EXTERNAL') as was_sent`)
  return rows[0]?.was_sent ?? false
}

export const createMessage = async (
  db: Db,
  row: typeof incidentMessages.$inferInsert,
): Promise<MessageRow> => {
  const [inserted] = await db.insert(incidentMessages).values(row).returning()
  if (!inserted) throw new Error('The message was not stored')
  return inserted
}

type Change = Pick<MessageRow, 'title' | 'messageType' | 'body' | 'nextUpdateDue' | 'updatedAt' | 'updatedBy'>

export const updateMessageRow = async (db: Db, messageId: number, change: Change): Promise<MessageRow> => {
  const [updated] = await db
    .update(incidentMessages)
    .set({ ...change, version: sql`${incidentMessages.version} + 1` })
    .where(eq(incidentMessages.messageId, messageId))
    .returning()
  if (!updated) throw new Error('The message is gone although it was locked')
  return updated
}

export const createMessageChange = (db: Db, row: typeof messageChanges.$inferInsert) =>
  db.insert(messageChanges).values(row)

export type MessageChangeRow = typeof messageChanges.$inferSelect

/** Earlier versions of a message, newest first; undefined if the incident has no such message. */
export async function listMessageChanges(
  db: Db,
  { messageId, incidentId }: { messageId: number; incidentId: number },
  page: Page,
): Promise<MessageChangeRow[] | undefined> {
  if (!(await getMessage(db, messageId, incidentId))) return undefined
  return db
    .select()
    .from(messageChanges)
    .where(eq(messageChanges.messageId, messageId))
    .orderBy(desc(messageChanges.prevVersion))
    .offset(page.startAt)
    .limit(page.size)
}

/** The stored earlier versions of a message that have one of these numbers. */
export const listMessageVersions = (db: Db, messageId: number, versions: readonly number[]) =>
  db
    .select()
    .from(messageChanges)
    .where(and(eq(messageChanges.messageId, messageId), isAnyOf(messageChanges.prevVersion, versions)))

/** The next-update time that the oldest stored version of the message promised. */
export async function getFirstDue(
  db: Db,
  { messageId, nextUpdateDue }: Pick<MessageRow, 'messageId' | 'nextUpdateDue'>,
): Promise<Date | null> {
  const [first] = await db
    .select({ due: messageChanges.prevNextUpdateDue })
    .from(messageChanges)
    .where(eq(messageChanges.messageId, messageId))
    .orderBy(asc(messageChanges.prevVersion))
    .limit(1)
  return first ? first.due : nextUpdateDue
}

export const deleteMessage = (db: Db, messageId: number) =>
  db.delete(incidentMessages).where(eq(incidentMessages.messageId, messageId))

type Writer = Pick<typeof messageWriters.$inferSelect, 'incidentId' | 'email' | 'formId'>

const isWriter = ({ incidentId, email, formId }: Writer) =>
  and(
    eq(messageWriters.incidentId, incidentId),
    eq(messageWriters.email, email),
    eq(messageWriters.formId, formId),
  )

/** Records that somebody is writing. A writer who is already recorded keeps the start time `since`. */
export const createMessageWriter = (db: Db, writer: Writer, now: Date) =>
  db
    .insert(messageWriters)
    .values({ ...writer, since: now, seenAt: now })
    .onConflictDoUpdate({
      target: [messageWriters.incidentId, messageWriters.email, messageWriters.formId],
      set: { seenAt: now },
    })

export const deleteMessageWriter = (db: Db, writer: Writer) =>
  db.delete(messageWriters).where(isWriter(writer))

export const deleteMessageWritersSeenBefore = (db: Db, seenBefore: Date) =>
  db.delete(messageWriters).where(lt(messageWriters.seenAt, seenBefore))

/** Lists the others who write on the incident, by the time they began. */
export const listOtherWriters = (
  db: Db,
  { incidentId, email }: Writer,
  { seenSince, limit }: { seenSince: Date; limit: number },
) =>
  db
    .select({
      email: messageWriters.email,
      since: sql`min(${messageWriters.since})`.mapWith(messageWriters.since),
    })
    .from(messageWriters)
    .where(
      and(
        eq(messageWriters.incidentId, incidentId),
        ne(messageWriters.email, email),
        gt(messageWriters.seenAt, seenSince),
      ),
    )
    .groupBy(messageWriters.email)
    .orderBy(asc(sql`min(${messageWriters.since})`), asc(messageWriters.email))
    .limit(limit)

export type AlertTypeRow = typeof alertTypes.$inferSelect

/** All alert types, including retired ones. */
export const listAllAlertTypes = (db: Db) =>
  db.select().from(alertTypes).orderBy(asc(alertTypes.priorityType), asc(alertTypes.position))

/** The alert types in use. */
export const listAlertTypes = async (db: Db): Promise<AlertTypeRow[]> =>
  (await listAllAlertTypes(db)).filter(({ retiredAt }) => retiredAt === null)
