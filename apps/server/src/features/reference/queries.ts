import { asc, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/open.ts'
import { actions, roleActions, roles } from '../../database/tables/access.ts'
import { banner } from '../../database/tables/operations.ts'
import {
  alertTypes,
  dataCenters,
  locales,
  maintenanceFlags,
  priorities,
  services,
  severities,
} from '../../database/tables/reference.ts'

export const listLocales = (db: Db) =>
  db
    .select({ system_key: locales.systemKey, display_name: locales.displayName })
    .from(locales)
    .where(eq(locales.isActive, true))
    .orderBy(asc(locales.position))

/** Keys of the active languages. */
export const listLanguages = async (db: Db): Promise<string[]> =>
  (await listLocales(db)).map(({ system_key }) => system_key)

export const listDataCenters = (db: Db) =>
  db
    .select({ name: dataCenters.displayName, system_name: dataCenters.systemName })
    .from(dataCenters)
    .orderBy(asc(dataCenters.position))

export const listServices = (db: Db) =>
  db
    .select({ name: services.displayName, system_name: services.systemName })
    .from(services)
    .orderBy(asc(services.position))

/** Display names of services or data centers, by system name. */
type Names = ReadonlyMap<string, string>
const toNames = (rows: readonly { name: string; system_name: string }[]): Names =>
  new Map(rows.map(({ system_name, name }) => [system_name, name]))

export const getServiceNames = async (db: Db): Promise<Names> => toNames(await listServices(db))
export const getDataCenterNames = async (db: Db): Promise<Names> => toNames(await listDataCenters(db))

export const listSeverities = (db: Db) => db.select().from(severities).orderBy(asc(severities.id))

export const listPriorities = (db: Db) => db.select().from(priorities)

export const listMaintenanceFlags = (db: Db) =>
  db
    .select({ name: maintenanceFlags.displayName, system_name: maintenanceFlags.systemName })
    .from(maintenanceFlags)
    .orderBy(asc(maintenanceFlags.position))

/** Creates the first rows of an installation. A table that has rows is left alone, because they may have been edited. */
async function createIfEmpty<T extends PgTable>(db: Db, table: T, rows: T['$inferInsert'][]): Promise<void> {
  const [existing] = await db
    .select({ value: sql`1` })
    .from(table as PgTable)
    .limit(1)
  if (!existing) await db.insert(table).values(rows)
}

export const createServices = (db: Db, rows: (typeof services.$inferInsert)[]) =>
  createIfEmpty(db, services, rows)

export const createDataCenters = (db: Db, rows: (typeof dataCenters.$inferInsert)[]) =>
  createIfEmpty(db, dataCenters, rows)

export const createSeverities = (db: Db, rows: (typeof severities.$inferInsert)[]) =>
  createIfEmpty(db, severities, rows)

export const createLocales = (db: Db, rows: (typeof locales.$inferInsert)[]) =>
  createIfEmpty(db, locales, rows)

export const createPriorities = (db: Db, rows: (typeof priorities.$inferInsert)[]) =>
  createIfEmpty(db, priorities, rows)

export const createAlertTypes = (db: Db, rows: (typeof alertTypes.$inferInsert)[]) =>
  createIfEmpty(db, alertTypes, rows)

export const createMaintenanceFlags = (db: Db, rows: (typeof maintenanceFlags.$inferInsert)[]) =>
  createIfEmpty(db, maintenanceFlags, rows)

export const createBanner = (db: Db, row: typeof banner.$inferInsert) =>
  db.insert(banner).values(row).onConflictDoNothing()

export const createActions = (db: Db, rows: (typeof actions.$inferInsert)[]) =>
  db.insert(actions).values(rows).onConflictDoNothing()

export const hasRoles = async (db: Db): Promise<boolean> =>
  (await db.select({ roleId: roles.roleId }).from(roles).limit(1)).length > 0

export const createRole = async (db: Db, row: typeof roles.$inferInsert) =>
  (await db.insert(roles).values(row).returning())[0]

export const createRoleActions = (db: Db, roleId: number, systemNames: readonly string[]) =>
  db.execute(sql`insert into ${roleActions} (role_id, action_id)
    select ${roleId}, action_id from ${actions} where system_name in ${systemNames} on conflict do nothing`)
