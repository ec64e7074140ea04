import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { incidentMessages, incidents } from '../../database/tables/incidents.ts'
import { alertTypes } from '../../database/tables/reference.ts'

const SORTABLE = {
  start_date: incidents.startDate,
  end_date: incidents.endDate,
  jira_id: incidents.jiraId,
}

export type ManagedIncidentRow = typeof incidents.$inferSelect

type Page = {
  priorityType: string
  sortBy: keyof typeof SORTABLE
  isDescending: boolean
  startAt: number
  size: number
}

export const findPriorityIncidents = (db: Db, page: Page) => {
  const turn = page.isDescending ? desc : asc
  return db
    .select()
    .from(incidents)
    .where(eq(incidents.priorityType, page.priorityType))
    .orderBy(turn(SORTABLE[page.sortBy]), turn(incidents.incidentId))
    .offset(page.startAt)
    .limit(page.size)
}

export type MessageRow = typeof incidentMessages.$inferSelect

/** The message, locked until the transaction ends: two edits at once come one after the other. */
export async function lockMessage(db: Db, messageId: number, incidentId: number) {
  const [row] = await db
    .select()
    .from(incidentMessages)
    .where(and(eq(incidentMessages.messageId, messageId), eq(incidentMessages.incidentId, incidentId)))
    .for('update')
  return row
}

export const insertMessage = async (
  db: Db,
  row: typeof incidentMessages.$inferInsert,
): Promise<MessageRow> => {
  const [inserted] = await db.insert(incidentMessages).values(row).returning()
  if (!inserted) throw new Error('The message was not stored')
  return inserted
}

type Change = Pick<MessageRow, 'title' | 'messageType' | 'body' | 'updatedAt' | 'updatedBy'>

export const updateMessageRow = async (db: Db, messageId: number, change: Change): Promise<MessageRow> => {
  const [updated] = await db
    .update(incidentMessages)
    .set({ ...change, version: sql`${incidentMessages.version} + 1` })
    .where(eq(incidentMessages.messageId, messageId))
    .returning()
  if (!updated) throw new Error('The message is gone although it was locked')
  return updated
}

export const removeMessage = (db: Db, messageId: number) =>
  db.delete(incidentMessages).where(eq(incidentMessages.messageId, messageId))

export type AlertTypeRow = typeof alertTypes.$inferSelect

export const findAlertTypes = (db: Db) =>
  db.select().from(alertTypes).orderBy(asc(alertTypes.priorityType), asc(alertTypes.position))
