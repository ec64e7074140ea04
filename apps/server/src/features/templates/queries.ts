import { asc } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { templates } from '../../database/tables/reference.ts'

export const findTemplates = (db: Db) =>
  db.select().from(templates).orderBy(asc(templates.title), asc(templates.pkey))

export const insertTemplates = (db: Db, rows: (typeof templates.$inferInsert)[]) =>
  db.insert(templates).values(rows)
