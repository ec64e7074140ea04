import { listedDomain } from '@aviary/contract/reference/domain-schemas'
import {
  type CompanyDomain,
  type EditedReferenceRecord,
  editedReferenceRecord,
  type NewReferenceRecord,
  newReferenceRecord,
  type ReferenceRecord,
  referenceFields,
  referenceKey,
} from '@aviary/contract/reference/record-schemas'
import { priorityType, rowId, yesNo } from '@aviary/contract/wire'
import { z } from 'zod'

const common = { key: referenceKey }
const created = { ...common, is_retired: yesNo.default('N') }
const places = {
  ...created,
  former_names: z
    .array(z.object({ name: z.string().min(1).max(100), until: z.iso.datetime() }))
    .max(1_000)
    .default([]),
}

/** One record of a reference file. The order of the lines of a kind is the order of its records. */
export const referenceLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service'), ...places, ...referenceFields.service }),
  z.strictObject({ kind: z.literal('data_center'), ...places, ...referenceFields.data_center }),
  z.strictObject({ kind: z.literal('locale'), ...common, ...referenceFields.locale }),
  z.strictObject({ kind: z.literal('priority'), key: priorityType, ...referenceFields.priority }),
  z.strictObject({ kind: z.literal('severity'), ...common, ...referenceFields.severity }),
  z.strictObject({
    kind: z.literal('alert_type'),
    ...created,
    priority_type: priorityType,
    ...referenceFields.alert_type,
  }),
  z.strictObject({ kind: z.literal('comm_type'), ...created, ...referenceFields.comm_type }),
  z.strictObject({ kind: z.literal('maintenance_flag'), ...created, ...referenceFields.maintenance_flag }),
  z.strictObject({ kind: z.literal('incident_role'), ...created, ...referenceFields.incident_role }),
])
export type ReferenceLine = z.output<typeof referenceLine>

/** Accepts any domain that may be stored; a new domain is validated later, when the stored ones are known. */
const domainLine = z.strictObject({
  kind: z.literal('company_domain'),
  domain: listedDomain,
  company_id: rowId,
})
export type DomainLine = z.output<typeof domainLine>

export const fileLine = z.discriminatedUnion('kind', [...referenceLine.options, domainLine])

/** The line of a record, without fields that lines do not have, such as the version. */
export function toLine(record: ReferenceRecord): ReferenceLine {
  const { version: _, is_used: __, ...fields } = record
  if (fields.kind === 'priority')
    return referenceLine.parse({ kind: fields.kind, key: fields.key, sla_minutes: fields.sla_minutes })
  if (fields.kind === 'locale' || fields.kind === 'severity') {
    const { is_retired: ___, ...fixed } = fields
    return referenceLine.parse(fixed)
  }
  return referenceLine.parse(fields)
}

export const toDomainLine = ({ domain, company_id }: CompanyDomain): DomainLine => ({
  kind: 'company_domain',
  domain,
  company_id,
})

/** Converts a line to an edit of the record with this key. */
export const toEdited = (line: ReferenceLine, key: string): EditedReferenceRecord =>
  editedReferenceRecord.parse({ ...line, key })

export const toNew = (line: ReferenceLine): NewReferenceRecord => newReferenceRecord.parse(line)
