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

export const findLocales = (db: Db) =>
  db
    .select({ system_key: locales.systemKey, display_name: locales.displayName })
    .from(locales)
    .where(eq(locales.isActive, true))
    .orderBy(asc(locales.position))

/** The languages there are, by their keys. */
export const findLanguages = async (db: Db): Promise<string[]> =>
  (await findLocales(db)).map(({ system_key }) => system_key)

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

/** What people read for services or data centers, by system name. */
type Names = ReadonlyMap<string, string>
const byName = (listed: readonly { name: string; system_name: string }[]): Names =>
  new Map(listed.map(({ system_name, name }) => [system_name, name]))

export const findServiceNames = async (db: Db): Promise<Names> => byName(await findServices(db))
export const findDataCenterNames = async (db: Db): Promise<Names> => byName(await findDataCenters(db))

export const findSeverities = (db: Db) => db.select().from(severities).orderBy(asc(severities.id))

export const findPriorities = (db: Db) => db.select().from(priorities)

export const findMaintenanceFlags = (db: Db) =>
  db
    .select({ name: maintenanceFlags.displayName, system_name: maintenanceFlags.systemName })
    .from(maintenanceFlags)
    .orderBy(asc(maintenanceFlags.position))

/** An installation's first rows. What it has changed or taken away since stays so. */
async function insertFirst<T extends PgTable>(db: Db, table: T, rows: T['$inferInsert'][]): Promise<void> {
  const [any] = await db
    .select({ one: sql`1` })
    .from(table as PgTable)
    .limit(1)
  if (!any) await db.insert(table).values(rows)
}

export const insertServices = (db: Db, rows: (typeof services.$inferInsert)[]) =>
  insertFirst(db, services, rows)

export const insertDataCenters = (db: Db, rows: (typeof dataCenters.$inferInsert)[]) =>
  insertFirst(db, dataCenters, rows)

export const insertSeverities = (db: Db, rows: (typeof severities.$inferInsert)[]) =>
  insertFirst(db, severities, rows)

export const insertLocales = (db: Db, rows: (typeof locales.$inferInsert)[]) => insertFirst(db, locales, rows)

export const insertPriorities = (db: Db, rows: (typeof priorities.$inferInsert)[]) =>
  insertFirst(db, priorities, rows)

export const insertAlertTypes = (db: Db, rows: (typeof alertTypes.$inferInsert)[]) =>
  insertFirst(db, alertTypes, rows)

export const insertMaintenanceFlags = (db: Db, rows: (typeof maintenanceFlags.$inferInsert)[]) =>
  insertFirst(db, maintenanceFlags, rows)

export const insertBanner = (db: Db, row: typeof banner.$inferInsert) =>
  db.insert(banner).values(row).onConflictDoNothing()

export const insertActions = (db: Db, rows: (typeof actions.$inferInsert)[]) =>
  db.insert(actions).values(rows).onConflictDoNothing()

export const hasRoles = async (db: Db): Promise<boolean> =>
  (await db.select({ roleId: roles.roleId }).from(roles).limit(1)).length > 0

export const insertRole = async (db: Db, row: typeof roles.$inferInsert) =>
  (await db.insert(roles).values(row).returning())[0]

export const insertRoleActions = (db: Db, roleId: number, systemNames: readonly string[]) =>
  db.execute(sql`insert into ${roleActions} (role_id, action_id)
    select ${roleId}, action_id from ${actions} where system_name in ${systemNames} on conflict do nothing`)
