import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { actions, roleActions, roles } from '../../database/tables/access.ts'
import { banner } from '../../database/tables/operations.ts'
import { dataCenters, locales, priorities, services, severities } from '../../database/tables/reference.ts'

export const findLocales = (db: Db) =>
  db
    .select({ system_key: locales.systemKey, display_name: locales.displayName })
    .from(locales)
    .where(eq(locales.isActive, true))
    .orderBy(asc(locales.position))

export const findDataCenters = (db: Db) =>
  db
    .select({ name: dataCenters.displayName, system_name: dataCenters.systemName })
    .from(dataCenters)
    .orderBy(asc(dataCenters.position))

export const findServices = (db: Db) =>
  db
    .select({ name: services.displayName, system_name: services.systemName })
    .from(services)
    .orderBy(asc(services.position))

export const findSeverities = (db: Db) => db.select().from(severities).orderBy(asc(severities.id))

export const findPriorities = (db: Db) => db.select().from(priorities)

// First rows only: what an installation has changed since stays as it is.

export const insertServices = (db: Db, rows: (typeof services.$inferInsert)[]) =>
  db.insert(services).values(rows).onConflictDoNothing()

export const insertDataCenters = (db: Db, rows: (typeof dataCenters.$inferInsert)[]) =>
  db.insert(dataCenters).values(rows).onConflictDoNothing()

export const insertSeverities = (db: Db, rows: (typeof severities.$inferInsert)[]) =>
  db.insert(severities).values(rows).onConflictDoNothing()

export const insertLocales = (db: Db, rows: (typeof locales.$inferInsert)[]) =>
  db.insert(locales).values(rows).onConflictDoNothing()

export const insertPriorities = (db: Db, rows: (typeof priorities.$inferInsert)[]) =>
  db.insert(priorities).values(rows).onConflictDoNothing()

export const insertBanner = (db: Db, row: typeof banner.$inferInsert) =>
  db.insert(banner).values(row).onConflictDoNothing()

export const insertActions = (db: Db, rows: (typeof actions.$inferInsert)[]) =>
  db.insert(actions).values(rows).onConflictDoNothing()

export const insertRole = async (db: Db, row: typeof roles.$inferInsert) =>
  (await db.insert(roles).values(row).onConflictDoNothing().returning())[0]

export const insertRoleActions = (db: Db, roleId: number, systemNames: readonly string[]) =>
  db.execute(sql`insert into ${roleActions} (role_id, action_id)
    select ${roleId}, action_id from ${actions} where system_name in ${systemNames} on conflict do nothing`)
