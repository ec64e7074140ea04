import type {
  EditedReferenceRecord,
  EmailField,
  NewReferenceRecord,
  ReferenceRecord,
} from '@aviary/contract/reference/record-schemas'
import type { YesNo } from '@aviary/contract/rules'
import type { Db } from '../../../database/open.ts'
import { nameKey } from '../name-key.ts'
import * as queries from './queries.ts'

/** Stores a record that was checked before, and returns its key: for comm types and alert types, a new id. */
export async function insertRecord(
  db: Db,
  record: NewReferenceRecord,
  { key: systemName, position }: { key: string; position: number },
): Promise<string> {
  const named = { displayName: record.name, position }
  switch (record.kind) {
    case 'service':
      await queries.createService(db, { ...named, ...shown(record), systemName })
      await writeAliases(db, { ...record, key: systemName })
      return systemName
    case 'data_center':
      await queries.createDataCenter(db, {
        ...{ ...named, ...shown(record), systemName },
        shortName: record.short_name || null,
      })
      await writeAliases(db, { ...record, key: systemName })
      return systemName
    case 'maintenance_flag':
      await queries.createMaintenanceFlag(db, { ...named, systemName })
      return systemName
    case 'incident_role':
      await queries.createIncidentRole(db, {
        ...{ ...named, systemName },
        translations: withoutEmpty(record.translations),
      })
      return systemName
    case 'comm_type':
      return queries.createCommType(db, { ...named, internalName: systemName })
    case 'alert_type':
      return queries.createAlertType(db, {
        ...{ name: record.name, position, priorityType: record.priority_type },
        ...toTranslated(record),
      })
  }
}

/** Updates a record with values that were checked before. */
export async function updateRecord(
  db: Db,
  { before, record }: { before: ReferenceRecord; record: EditedReferenceRecord },
  now: Date,
): Promise<void> {
  const { key } = record
  switch (record.kind) {
    case 'service':
      await queries.updateService(db, key, { ...renamed(before, record.name, now), ...shown(record) })
      return writeAliases(db, record)
    case 'data_center':
      await queries.updateDataCenter(db, key, {
        ...{ ...renamed(before, record.name, now), ...shown(record) },
        shortName: record.short_name || null,
      })
      return writeAliases(db, record)
    case 'severity':
      await queries.updateSeverity(db, key, { displayValue: record.name, description: record.description })
      return writeAliases(db, record)
    case 'maintenance_flag':
      return void (await queries.updateMaintenanceFlag(db, key, { displayName: record.name }))
    case 'incident_role':
      return void (await queries.updateIncidentRole(db, key, {
        ...{ displayName: record.name, translations: withoutEmpty(record.translations) },
      }))
    case 'comm_type':
      return void (await queries.updateCommType(db, key, { displayName: record.name }))
    case 'locale':
      return void (await queries.updateLocale(db, key, {
        ...{ displayName: record.name, isActive: record.is_active === 'Y' },
      }))
    case 'priority':
      return void (await queries.updatePriority(db, key, record.sla_minutes))
    case 'alert_type':
      await queries.updateAlertType(db, key, { name: record.name, ...toTranslated(record) })
      if (record.name !== before.name) await queries.renameInTemplates(db, before.name, record.name)
  }
}

/** Left out, the record stays on the status page or off it, as it is. */
const shown = ({ is_on_status_page }: { is_on_status_page?: YesNo | undefined }) =>
  is_on_status_page ? { isOnStatusPage: is_on_status_page === 'Y' } : {}

/** The new name, and the former names with the old one added. */
function renamed(before: ReferenceRecord, name: string, now: Date) {
  if (!('former_names' in before)) throw new Error(`A ${before.kind} has no former names`)
  if (before.name === name) return { displayName: name }
  const former = { name: before.name, until: now.toISOString() }
  return { displayName: name, formerNames: [...before.former_names, former] }
}

const writeAliases = (
  db: Db,
  record: {
    kind: 'service' | 'data_center' | 'severity'
    key: string
    name: string
    aliases: readonly string[]
  },
) => queries.replaceAliases(db, record, toAliases(record))

/** Aliases as they are stored, without those that equal the record's own key or name. */
export function toAliases(record: { key: string; name: string; aliases: readonly string[] }): string[] {
  const own = [record.key, record.name].map(nameKey)
  return record.aliases
    .map((alias) => alias.trim().toLowerCase())
    .filter((alias) => !own.includes(nameKey(alias)))
}

/** Drops empty translations, because they count as missing. */
const withoutEmpty = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

export function toTranslated(type: {
  translations: Record<string, string>
  email_fields: readonly EmailField[]
}) {
  return {
    translations: withoutEmpty(type.translations),
    emailFields: type.email_fields.map((field) => ({
      ...field,
      translations: withoutEmpty(field.translations),
    })),
  }
}
