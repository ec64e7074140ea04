import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { templateChanges, templates } from '../../database/tables/reference.ts'

export type TemplateRow = typeof templates.$inferSelect
export type TemplateChangeRow = typeof templateChanges.$inferSelect

export const listTemplates = (db: Db): Promise<TemplateRow[]> =>
  db.select().from(templates).orderBy(asc(templates.title), asc(templates.pkey))

export async function getTemplate(db: Db, pkey: number): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(templates).where(eq(templates.pkey, pkey))
  return row
}

/** Locks and returns the template, so that concurrent edits run one after the other. */
export async function lockTemplate(db: Db, pkey: number): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(templates).where(eq(templates.pkey, pkey)).for('update')
  return row
}

export const createTemplates = (db: Db, rows: (typeof templates.$inferInsert)[]): Promise<TemplateRow[]> =>
  db.insert(templates).values(rows).returning()

export type TemplateFields = Pick<
  TemplateRow,
  'title' | 'body' | 'messageType' | 'affectedService' | 'notificationType'
>

export async function updateTemplateRow(
  db: Db,
  pkey: number,
  change: TemplateFields & { updatedBy: string },
): Promise<TemplateRow> {
  const [updated] = await db
    .update(templates)
    .set({ ...change, version: sql`${templates.version} + 1` })
    .where(eq(templates.pkey, pkey))
    .returning()
  if (!updated) throw new Error('The template is gone although it was locked')
  return updated
}

export const deleteTemplate = (db: Db, pkey: number) => db.delete(templates).where(eq(templates.pkey, pkey))

export const createTemplateChange = (db: Db, row: typeof templateChanges.$inferInsert) =>
  db.insert(templateChanges).values(row)

export const listTemplateChanges = (db: Db, templateId: number): Promise<TemplateChangeRow[]> =>
  db
    .select()
    .from(templateChanges)
    .where(eq(templateChanges.templateId, templateId))
    .orderBy(desc(templateChanges.id))
