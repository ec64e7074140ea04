import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { companies } from '../../database/tables/incidents.ts'

type Row = typeof companies.$inferInsert

export const findCompaniesById = (db: Db, ids: number[]) =>
  db.select().from(companies).where(inArray(companies.companyId, ids))

export const upsertCompanies = (db: Db, rows: Row[]) =>
  db
    .insert(companies)
    .values(rows)
    .onConflictDoUpdate({
      target: companies.companyId,
      set: {
        name: sql`excluded.name`,
        entityCode: sql`excluded.entity_code`,
        dataCenter: sql`excluded.data_center`,
      },
    })
