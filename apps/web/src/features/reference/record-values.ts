import type {
  EditedReferenceRecord,
  EmailField,
  NewReferenceRecord,
  ReferenceRecord,
} from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { type PriorityType, toYesNo } from '@aviary/contract/rules'
import type { CreatedKind } from './kinds.ts'

/** Values of the record form, for all kinds; `FIELDS` says which of them a kind uses. */
export type RecordValues = {
  name: string
  short_name: string
  key: string
  priority_type: PriorityType
  description: string
  is_active: boolean
  is_on_status_page: boolean
  /** Minutes as typed, which may be invalid. */
  sla_minutes: string
  aliases: readonly string[]
  /** An alias that is typed but not yet in the list. */
  typed_alias: string
  translations: Readonly<Record<string, string>>
  email_fields: readonly EmailField[]
}
export type FieldName = Exclude<keyof RecordValues, 'typed_alias'>

/** Fields of each form, in their order. */
export const FIELDS: Record<ReferenceKind, readonly FieldName[]> = {
  service: ['name', 'key', 'aliases', 'is_on_status_page'],
  data_center: ['name', 'short_name', 'key', 'aliases', 'is_on_status_page'],
  locale: ['name', 'is_active'],
  priority: ['sla_minutes'],
  severity: ['name', 'description', 'aliases'],
  alert_type: ['priority_type', 'name', 'translations', 'email_fields'],
  comm_type: ['name'],
  maintenance_flag: ['name', 'key'],
  incident_role: ['name', 'key', 'translations'],
}

export const EMPTY: RecordValues = {
  name: '',
  short_name: '',
  key: '',
  priority_type: 'P1',
  description: '',
  is_active: true,
  is_on_status_page: true,
  sla_minutes: '',
  aliases: [],
  typed_alias: '',
  translations: {},
  email_fields: [],
}

export const valuesOf = (record: ReferenceRecord): RecordValues => ({
  ...EMPTY,
  key: record.key,
  name: record.name,
  ...('short_name' in record ? { short_name: record.short_name } : {}),
  ...('description' in record ? { description: record.description } : {}),
  ...('aliases' in record ? { aliases: record.aliases } : {}),
  ...('is_active' in record ? { is_active: record.is_active === 'Y' } : {}),
  ...('is_on_status_page' in record ? { is_on_status_page: record.is_on_status_page === 'Y' } : {}),
  ...('sla_minutes' in record ? { sla_minutes: String(record.sla_minutes) } : {}),
  ...('translations' in record ? { translations: record.translations } : {}),
  ...(record.kind === 'alert_type'
    ? { priority_type: record.priority_type, email_fields: record.email_fields }
    : {}),
})

/** The aliases in the list, and the alias that is still being typed. */
const allAliases = ({ aliases, typed_alias }: RecordValues): string[] => {
  const typed = typed_alias.trim()
  return typed === '' || hasAlias(aliases, typed) ? [...aliases] : [...aliases, typed]
}

export const hasAlias = (aliases: readonly string[], alias: string): boolean =>
  aliases.some((other) => other.toLowerCase() === alias.trim().toLowerCase())

const emailFields = (values: RecordValues): EmailField[] =>
  values.email_fields.map((field) => ({ ...field, display_name: field.display_name.trim() }))

/** The fields that a new and an edited record of a kind have in common. */
const written = (values: RecordValues) => {
  const name = values.name.trim()
  const is_on_status_page = toYesNo(values.is_on_status_page)
  return {
    service: { kind: 'service', name, aliases: allAliases(values), is_on_status_page },
    data_center: {
      kind: 'data_center',
      name,
      short_name: values.short_name.trim(),
      aliases: allAliases(values),
      is_on_status_page,
    },
    alert_type: {
      kind: 'alert_type',
      name,
      translations: { ...values.translations },
      email_fields: emailFields(values),
    },
    comm_type: { kind: 'comm_type', name },
    maintenance_flag: { kind: 'maintenance_flag', name },
    incident_role: { kind: 'incident_role', name, translations: { ...values.translations } },
  } as const
}

export function newRecord(kind: CreatedKind, values: RecordValues): NewReferenceRecord {
  const fields = written(values)
  const key = values.key.trim() === '' ? {} : { key: values.key.trim() }
  switch (kind) {
    case 'service':
      return { ...fields.service, ...key }
    case 'data_center':
      return { ...fields.data_center, ...key }
    case 'maintenance_flag':
      return { ...fields.maintenance_flag, ...key }
    case 'incident_role':
      return { ...fields.incident_role, ...key }
    case 'alert_type':
      return { ...fields.alert_type, priority_type: values.priority_type }
    case 'comm_type':
      return fields.comm_type
  }
}

export function editedRecord(record: ReferenceRecord, values: RecordValues): EditedReferenceRecord {
  const { kind, version } = record
  const name = values.name.trim()
  switch (kind) {
    case 'severity':
      return {
        kind,
        key: record.key as 'OUTAGE',
        version,
        name,
        description: values.description.trim(),
        aliases: allAliases(values),
      }
    case 'locale':
      return { kind, key: record.key, version, name, is_active: toYesNo(values.is_active) }
    case 'priority':
      return { kind, key: record.key, version, sla_minutes: Number(values.sla_minutes) }
    default:
      return { ...written(values)[kind], key: record.key, version }
  }
}

const MAX_SLA_MINUTES = 525_600
const SYSTEM_NAME = /^[a-z0-9_]{1,100}$/

export type ValueFault = 'name' | 'sla' | 'emailName' | 'emailSystemName' | 'emailTwice'

/** The first reason why the values cannot be saved. */
export function faultOf(kind: ReferenceKind, values: RecordValues): ValueFault | undefined {
  if (FIELDS[kind].includes('name') && values.name.trim() === '') return 'name'
  if (kind === 'priority' && !isSla(values.sla_minutes)) return 'sla'
  if (kind !== 'alert_type') return undefined
  const systemNames = values.email_fields.map(({ system_name }) => system_name)
  if (values.email_fields.some(({ display_name }) => display_name.trim() === '')) return 'emailName'
  if (systemNames.some((name) => !SYSTEM_NAME.test(name))) return 'emailSystemName'
  return new Set(systemNames).size < systemNames.length ? 'emailTwice' : undefined
}

const isSla = (text: string): boolean =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_SLA_MINUTES

/** A system name for a new e-mail field, from its label. */
export const systemNameFrom = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
