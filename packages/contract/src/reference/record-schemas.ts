import { z } from 'zod'
import { SEVERITIES } from '../status/rules.ts'
import { severity } from '../status/schemas.ts'
import { oneLine, priorityType, yesNo } from '../wire.ts'
import { REFERENCE_KINDS, type ReferenceKind } from './rules.ts'

export const referenceKind = z.enum(REFERENCE_KINDS)

/** Identifies a record within its kind for good: a system name, a key, or an id as text. */
export const referenceKey = z.string().trim().min(1).max(100)

const name = oneLine().min(1, 'Name is required').max(100)
/** Another word that senders use for a record, besides its names, in any case. */
const alias = oneLine().min(1).max(100)
const aliases = z
  .array(alias)
  .max(100)
  .describe('What senders call it besides its own names; upper and lower case are the same.')
const languages = z.record(z.string().min(2).max(35), oneLine().max(100))
const translations = languages.describe('By language; English is the name itself. An empty text is none.')

/** A text field to fill in for the mails of an alert type. */
export const emailField = z.object({
  system_name: z
    .string()
    .regex(/^[a-z0-9_]{1,100}$/, 'use small letters, digits and _')
    .describe('Names the field in calls; it stays when the field is renamed.'),
  display_name: name,
  translations,
})
export type EmailField = z.infer<typeof emailField>
const emailFields = z.array(emailField).max(20).describe('In the order of the form.')
const isOnStatusPage = yesNo.describe(
  'N: kept off everything that people may read without an account; mails and channels go on.',
)
const shown = {
  is_on_status_page: yesNo
    .optional()
    .describe('N keeps it off the status page. Left out, it stays as it is; a new one is shown.'),
}

/** Fields of each kind that a person can write. */
export const referenceFields = {
  service: { name, aliases, ...shown },
  data_center: {
    name,
    short_name: oneLine()
      .max(30)
      .describe('For columns of narrow windows; the empty text says the name does.'),
    aliases,
    ...shown,
  },
  locale: { name, is_active: yesNo },
  priority: { sla_minutes: z.number().int().min(1).max(525_600) },
  severity: { name, description: oneLine().max(300), aliases },
  alert_type: { name, translations, email_fields: emailFields },
  comm_type: { name },
  maintenance_flag: { name },
  incident_role: { name, translations },
} as const

const version = z.number().int().min(1)

/** Fields of every record in an answer, besides the fields of its kind. */
const common = {
  key: referenceKey,
  version,
  is_retired: yesNo.describe('Y: no longer offered, but records that name it stay readable.'),
  is_used: yesNo.describe('Y: something names it, so that it can be retired but not deleted.'),
}

const formerNames = z
  .array(z.object({ name: z.string(), until: z.iso.datetime() }))
  .describe('The oldest first; records of that time are shown with the name of that time.')

const place = { former_names: formerNames, is_on_status_page: isOnStatusPage }

/** One record of reference data, by its kind. */
export const referenceRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), ...common, ...referenceFields.service, ...place }),
  z.object({ kind: z.literal('data_center'), ...common, ...referenceFields.data_center, ...place }),
  z.object({ kind: z.literal('locale'), ...common, ...referenceFields.locale }),
  z.object({ kind: z.literal('priority'), ...common, name: priorityType, ...referenceFields.priority }),
  z.object({ kind: z.literal('severity'), ...common, key: severity, ...referenceFields.severity }),
  z.object({
    kind: z.literal('alert_type'),
    ...common,
    priority_type: priorityType,
    ...referenceFields.alert_type,
  }),
  z.object({ kind: z.literal('comm_type'), ...common, ...referenceFields.comm_type }),
  z.object({ kind: z.literal('maintenance_flag'), ...common, ...referenceFields.maintenance_flag }),
  z.object({ kind: z.literal('incident_role'), ...common, ...referenceFields.incident_role }),
])
export type ReferenceRecord = z.infer<typeof referenceRecord>
export type ReferenceRecordOf<K extends ReferenceKind> = Extract<ReferenceRecord, { kind: K }>

/** A record to be created. `key` is for services, data centers, flags and roles on incidents; if omitted, it is made from the name. */
export const newReferenceRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), key: referenceKey.optional(), ...referenceFields.service }),
  z.object({ kind: z.literal('data_center'), key: referenceKey.optional(), ...referenceFields.data_center }),
  z.object({ kind: z.literal('alert_type'), priority_type: priorityType, ...referenceFields.alert_type }),
  z.object({ kind: z.literal('comm_type'), ...referenceFields.comm_type }),
  z.object({
    kind: z.literal('maintenance_flag'),
    key: referenceKey.optional(),
    ...referenceFields.maintenance_flag,
  }),
  z.object({
    kind: z.literal('incident_role'),
    key: referenceKey.optional(),
    ...referenceFields.incident_role,
  }),
])
export type NewReferenceRecord = z.output<typeof newReferenceRecord>

const edited = { key: referenceKey, version: version.optional() }

/** A record with its new values; `version` is the version that was edited. */
export const editedReferenceRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('service'), ...edited, ...referenceFields.service }),
  z.object({ kind: z.literal('data_center'), ...edited, ...referenceFields.data_center }),
  z.object({ kind: z.literal('locale'), ...edited, ...referenceFields.locale }),
  z.object({ kind: z.literal('priority'), ...edited, ...referenceFields.priority }),
  z.object({ kind: z.literal('severity'), ...edited, key: z.enum(SEVERITIES), ...referenceFields.severity }),
  z.object({ kind: z.literal('alert_type'), ...edited, ...referenceFields.alert_type }),
  z.object({ kind: z.literal('comm_type'), ...edited, ...referenceFields.comm_type }),
  z.object({ kind: z.literal('maintenance_flag'), ...edited, ...referenceFields.maintenance_flag }),
  z.object({ kind: z.literal('incident_role'), ...edited, ...referenceFields.incident_role }),
])
export type EditedReferenceRecord = z.output<typeof editedReferenceRecord>

/** A name from a sender that no record of the reference data has. */
export const unknownNameRow = z.object({
  source: z.string().describe('Who sent it: `alertmanager`, `jira`, `github`, or the ingestion call.'),
  kind: z.enum(['service', 'data center', 'severity']),
  name: z.string(),
  records: z.number().int().describe('How many records had it.'),
  first_date: z.iso.datetime(),
  last_date: z.iso.datetime(),
  last_caller: z.string(),
  is_ignored: yesNo,
  retired_key: z.string().nullable().describe('Key of the retired record that has this name; else null.'),
})
export type UnknownNameRow = z.infer<typeof unknownNameRow>

/** A mail domain and the company that people with such addresses belong to. */
export const companyDomain = z.object({
  domain: z.string().describe('In lower case, other scripts as punycode.'),
  unicode_domain: z.string().describe('The same domain in its own script.'),
  company_id: z.number().int(),
  company_name: z.string().nullable().describe('Null while the catalogue does not have the company.'),
  version,
})
export type CompanyDomain = z.infer<typeof companyDomain>
