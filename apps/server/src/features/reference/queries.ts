import { asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { LOCKS, lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { actions, roleActions, roles } from '../../database/tables/access.ts'
import { banner } from '../../database/tables/operations.ts'
import {
  alertTypes,
  aliases,
  dataCenters,
  incidentRoles,
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

/** The data centers in use. */
export const listDataCenters = (db: Db) =>
  db
    .select({ name: dataCenters.displayName, system_name: dataCenters.systemName })
    .from(dataCenters)
    .where(isNull(dataCenters.retiredAt))
    .orderBy(asc(dataCenters.position))

/** The services in use. */
export const listServices = (db: Db) =>
  db
    .select({ name: services.displayName, system_name: services.systemName })
    .from(services)
    .where(isNull(services.retiredAt))
    .orderBy(asc(services.position))

/** All services, including retired ones. */
export const listAllServices = (db: Db) => db.select().from(services).orderBy(asc(services.position))

/** All data centers, including retired ones. */
export const listAllDataCenters = (db: Db) => db.select().from(dataCenters).orderBy(asc(dataCenters.position))

export type Alias = typeof aliases.$inferSelect

export const listAliases = (db: Db): Promise<Alias[]> => db.select().from(aliases).orderBy(asc(aliases.alias))

const DELETION_WAITS = '2s'

/**
 * Shared lock for transactions that store references to reference data by name, such as an import of incidents.
 * Deletions of reference data wait for these transactions.
 */
export const lockNames = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${LOCKS.referenceNames})`)

/** Takes the lock of `lockNames` for this transaction alone; fails after a short time while others hold the lock. */
export async function lockNamesAlone(db: Db) {
  await db.execute(sql.raw(`set local lock_timeout = '${DELETION_WAITS}'`))
  await lockUntilEnd(db, 'referenceNames')
}

/** Display names of services or data centers by system name, including retired ones. */
type Names = ReadonlyMap<string, string>
const toNames = (rows: readonly { systemName: string; displayName: string }[]): Names =>
  new Map(rows.map(({ systemName, displayName }) => [systemName, displayName]))

export const getServiceNames = async (db: Db): Promise<Names> => toNames(await listAllServices(db))
export const getDataCenterNames = async (db: Db): Promise<Names> => toNames(await listAllDataCenters(db))

export const listSeverities = (db: Db) => db.select().from(severities).orderBy(asc(severities.id))

export const listPriorities = (db: Db) => db.select().from(priorities)

/** The flags in use. */
export const listMaintenanceFlags = (db: Db) =>
  db
    .select({ name: maintenanceFlags.displayName, system_name: maintenanceFlags.systemName })
    .from(maintenanceFlags)
    .where(isNull(maintenanceFlags.retiredAt))
    .orderBy(asc(maintenanceFlags.position))

export const listRetiredFlags = (db: Db) =>
  db
    .select({ name: maintenanceFlags.displayName, system_name: maintenanceFlags.systemName })
    .from(maintenanceFlags)
    .where(isNotNull(maintenanceFlags.retiredAt))
    .orderBy(asc(maintenanceFlags.position))

/**
 * Creates the first rows of an installation. A table that has rows is left alone, because people may have
 * edited them.
 */
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

export const createIncidentRoles = (db: Db, rows: (typeof incidentRoles.$inferInsert)[]) =>
  createIfEmpty(db, incidentRoles, rows)

/** Creates the first aliases of severities; does nothing if any severity has an alias. */
export async function createSeverityAliases(db: Db, rows: Alias[]): Promise<void> {
  const existing = await db.$count(aliases, eq(aliases.kind, 'severity'))
  if (existing === 0) await db.insert(aliases).values(rows)
}

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
