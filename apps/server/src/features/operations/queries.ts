import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { errorReports } from '../../database/tables/operations.ts'

export const insertErrorReport = (db: Db, row: typeof errorReports.$inferInsert) =>
  db.insert(errorReports).values(row)

export const findNothing = (db: Db) => db.execute(sql`select 1`)
