import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { and, asc, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { inBatches } from '../../../database/in-batches.ts'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import {
  alertTypes,
  aliases,
  dataCenters,
  type FormerName,
  incidentRoles,
  locales,
  maintenanceFlags,
  priorities,
  services,
  severities,
  templates,
} from '../../../database/tables/reference.ts'
import { commTypes } from '../../../database/tables/security.ts'
import { type AliasedKind, type CreatedKind, isAliasedKind, SENDERS_KINDS } from './kinds.ts'

/**
 * Takes the lock of writers of reference data until the transaction ends: the second of two writers sees what the
 * first one wrote.
 */
export const lockRecords = (db: Db) => lockUntilEnd(db, 'referenceRecords')

type Shape = { table: PgTable; key: SQL; name: SQL; position: SQL; isRetired: SQL; more: SQL }

const notRetired = sql`false`
const retired = sql`retired_at is not null`
const nothing = sql`'{}'::jsonb`
const isOnStatusPage = sql`'is_on_status_page', case when is_on_status_page then 'Y' else 'N' end`
const system = { key: sql`system_name`, name: sql`display_name`, position: sql`position` }

/** Columns of each kind under common names. */
const SHAPES: Record<ReferenceKind, Shape> = {
  service: {
    table: services,
    ...system,
    isRetired: retired,
    more: sql`jsonb_build_object('former_names', former_names, ${isOnStatusPage})`,
  },
  data_center: {
    table: dataCenters,
    ...system,
    isRetired: retired,
    more: sql`jsonb_build_object('former_names', former_names, 'short_name', coalesce(short_name, ''),
      ${isOnStatusPage})`,
  },
  maintenance_flag: { table: maintenanceFlags, ...system, isRetired: retired, more: nothing },
  incident_role: {
    table: incidentRoles,
    ...system,
    isRetired: retired,
    more: sql`jsonb_build_object('translations', translations)`,
  },
  comm_type: { table: commTypes, ...system, key: sql`id::text`, isRetired: retired, more: nothing },
  alert_type: {
    table: alertTypes,
    key: sql`alert_type_id::text`,
    name: sql`name`,
    position: sql`position`,
    isRetired: retired,
    more: sql`jsonb_build_object('priority_type', priority_type, 'translations', translations,
      'email_fields', email_fields)`,
  },
  locale: {
    table: locales,
    ...system,
    key: sql`system_key`,
    isRetired: notRetired,
    more: sql`jsonb_build_object('is_active', case when is_active then 'Y' else 'N' end)`,
  },
  severity: {
    table: severities,
    key: sql`system_key`,
    name: sql`display_value`,
    position: sql`id`,
    isRetired: notRetired,
    more: sql`jsonb_build_object('description', description)`,
  },
  priority: {
    table: priorities,
    key: sql`priority_type`,
    name: sql`priority_type`,
    position: sql`substring(priority_type from 2)::int`,
    isRetired: notRetired,
    more: sql`jsonb_build_object('sla_minutes', sla_minutes)`,
  },
}

export type RecordRow = {
  key: string
  name: string
  version: number
  position: number
  is_retired: boolean
  more: Record<string, unknown>
}

/** All records of a kind in list order, retired ones last. */
export async function listRows(db: Db, kind: ReferenceKind): Promise<RecordRow[]> {
  const { table, key, name, position, isRetired, more } = SHAPES[kind]
  const byPriority = kind === 'alert_type' ? sql`priority_type, ` : sql``
  const result = await db.execute<RecordRow>(sql`
    select ${key} as key, ${name} as name, version, ${position} as position, ${isRetired} as is_retired, ${more} as more
    from ${table} order by is_retired, ${byPriority}position, key`)
  return result.rows
}

type RecordKey = { kind: CreatedKind; key: string }

export async function retireRow(db: Db, { kind, key }: RecordKey, retiredAt: Date | null) {
  const { table, key: keyOf } = SHAPES[kind]
  await db.execute(sql`
    update ${table} set retired_at = ${retiredAt?.toISOString() ?? null}::timestamptz, version = version + 1
    where ${keyOf} = ${key}`)
}

/** Numbers the rows in the order of `keys`; returns whether any position changed. */
export async function orderRows(db: Db, kind: ReferenceKind, keys: readonly string[]): Promise<boolean> {
  const { table, key } = SHAPES[kind]
  const { rowCount } = await db.execute(sql`
    update ${table} set position = ordered.place - 1
    from unnest(${texts(keys)}) with ordinality ordered(key, place)
    where ${key} = ordered.key and position <> ordered.place - 1`)
  return (rowCount ?? 0) > 0
}

export async function deleteRow(db: Db, { kind, key }: RecordKey) {
  const { table, key: keyOf } = SHAPES[kind]
  await db.execute(sql`delete from ${table} where ${keyOf} = ${key}`)
  if (isAliasedKind(kind)) await replaceAliases(db, { kind, key }, [])
}

/** Position for a new record: after all other records of its kind. */
export async function nextPosition(db: Db, kind: CreatedKind): Promise<number> {
  const { table } = SHAPES[kind]
  const result = await db.execute<{ next: number }>(
    sql`select coalesce(max(position), -1) + 1 as next from ${table}`,
  )
  return result.rows[0]?.next ?? 0
}

export const listInternalNames = async (db: Db): Promise<string[]> =>
  (await db.select({ name: commTypes.internalName }).from(commTypes)).map(({ name }) => name)

/** Keys of all languages, including those that are switched off. */
export const listAllLanguages = async (db: Db): Promise<string[]> =>
  (await db.select({ key: locales.systemKey }).from(locales)).map(({ key }) => key)

type Fields<T extends PgTable> = Omit<T['$inferInsert'], 'version'>

const raised = { version: sql`version + 1` }

export const createService = (db: Db, row: Fields<typeof services>) => db.insert(services).values(row)
export const updateService = (db: Db, key: string, row: Partial<Fields<typeof services>>) =>
  db
    .update(services)
    .set({ ...row, ...raised })
    .where(eq(services.systemName, key))

export const createDataCenter = (db: Db, row: Fields<typeof dataCenters>) =>
  db.insert(dataCenters).values(row)
export const updateDataCenter = (db: Db, key: string, row: Partial<Fields<typeof dataCenters>>) =>
  db
    .update(dataCenters)
    .set({ ...row, ...raised })
    .where(eq(dataCenters.systemName, key))

export const createMaintenanceFlag = (db: Db, row: Fields<typeof maintenanceFlags>) =>
  db.insert(maintenanceFlags).values(row)
export const updateMaintenanceFlag = (db: Db, key: string, row: Partial<Fields<typeof maintenanceFlags>>) =>
  db
    .update(maintenanceFlags)
    .set({ ...row, ...raised })
    .where(eq(maintenanceFlags.systemName, key))

export const createIncidentRole = (db: Db, row: Fields<typeof incidentRoles>) =>
  db.insert(incidentRoles).values(row)
export const updateIncidentRole = (db: Db, key: string, row: Partial<Fields<typeof incidentRoles>>) =>
  db
    .update(incidentRoles)
    .set({ ...row, ...raised })
    .where(eq(incidentRoles.systemName, key))

export async function createAlertType(db: Db, row: Fields<typeof alertTypes>): Promise<string> {
  const [created] = await db.insert(alertTypes).values(row).returning({ id: alertTypes.alertTypeId })
  if (!created) throw new Error('The alert type was not stored')
  return String(created.id)
}
export const updateAlertType = (db: Db, key: string, row: Partial<Fields<typeof alertTypes>>) =>
  db
    .update(alertTypes)
    .set({ ...row, ...raised })
    .where(eq(alertTypes.alertTypeId, Number(key)))

/** Call it while `lockRecords` is held, so that no two comm types get the same id. */
export async function createCommType(
  db: Db,
  row: Pick<Fields<typeof commTypes>, 'displayName' | 'internalName' | 'position'>,
): Promise<string> {
  const [created] = await db
    .insert(commTypes)
    .values({ ...row, id: sql`(select coalesce(max(id), 0) + 1 from comm_types)` })
    .returning({ id: commTypes.id })
  if (!created) throw new Error('The comm type was not stored')
  return String(created.id)
}
export const updateCommType = (db: Db, key: string, row: Partial<Fields<typeof commTypes>>) =>
  db
    .update(commTypes)
    .set({ ...row, ...raised })
    .where(eq(commTypes.id, Number(key)))

export const updateLocale = (db: Db, key: string, row: Partial<Fields<typeof locales>>) =>
  db
    .update(locales)
    .set({ ...row, ...raised })
    .where(eq(locales.systemKey, key))

export const updatePriority = (db: Db, key: string, slaMinutes: number) =>
  db
    .update(priorities)
    .set({ slaMinutes, ...raised })
    .where(eq(priorities.priorityType, key as 'P1' | 'P2'))

export const updateSeverity = (
  db: Db,
  key: string,
  row: Pick<Fields<typeof severities>, 'displayValue' | 'description'>,
) =>
  db
    .update(severities)
    .set({ ...row, ...raised })
    .where(sql`system_key = ${key}`)

/** The aliases of all records of a kind, by key. */
export async function listAliases(db: Db, kind: AliasedKind): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ key: aliases.systemName, alias: aliases.alias })
    .from(aliases)
    .where(eq(aliases.kind, SENDERS_KINDS[kind]))
    .orderBy(asc(aliases.alias))
  const byKey = new Map<string, string[]>()
  for (const { key, alias } of rows) byKey.set(key, [...(byKey.get(key) ?? []), alias])
  return byKey
}

type AliasOwner = { kind: AliasedKind; key: string }

export async function replaceAliases(db: Db, { kind, key }: AliasOwner, names: readonly string[]) {
  const name = SENDERS_KINDS[kind]
  await db.delete(aliases).where(and(eq(aliases.kind, name), eq(aliases.systemName, key)))
  for (const batch of inBatches(names))
    await db.insert(aliases).values(batch.map((alias) => ({ kind: name, alias, systemName: key })))
}

/** Renames an alert type in the templates that use it, unless an alert type of the other priority keeps the name. */
export const renameInTemplates = (db: Db, before: string, after: string) =>
  db
    .update(templates)
    .set({ messageType: after, version: sql`${templates.version} + 1` })
    .where(
      and(
        eq(templates.messageType, before),
        notExists(db.select({ one: sql`1` }).from(alertTypes).where(eq(alertTypes.name, before))),
      ),
    )

export async function raiseVersion(db: Db, kind: AliasedKind, key: string) {
  const { table, key: keyOf } = SHAPES[kind]
  await db.execute(sql`update ${table} set version = version + 1 where ${keyOf} = ${key}`)
}

type Place = { kind: 'service' | 'data_center'; key: string }

export async function updateFormerNames(db: Db, { kind, key }: Place, names: readonly FormerName[]) {
  const { table } = SHAPES[kind]
  await db.execute(
    sql`update ${table} set former_names = ${JSON.stringify(names)}::jsonb where system_name = ${key}`,
  )
}
