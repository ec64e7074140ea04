import { createReferenceRecord, updateReferenceRecord } from '@aviary/contract/reference/record-endpoints'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../shared/saving/use-edited.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { FormField } from './FormField.tsx'
import type { CreatedKind } from './kinds.ts'
import {
  EMPTY,
  editedRecord,
  FIELDS,
  type FieldName,
  faultOf,
  newRecord,
  type RecordValues,
  valuesOf,
} from './record-values.ts'

type RecordFormProps = RecordProps<ReferenceRecord> & {
  recordKind: ReferenceKind
  /** Values that a new record begins with. */
  initial?: Partial<RecordValues>
}

/** Creates and edits a record of any kind. */
export function RecordForm({ recordKind, initial, ...props }: RecordFormProps) {
  const { t } = useTranslation('reference')
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: { ...EMPTY, ...initial },
    ...useFieldTexts(),
    create: createReferenceRecord,
    createBody: (values) => ({ record: newRecord(recordKind as CreatedKind, values) }),
    update: updateReferenceRecord,
    updateBody: (values, record) => ({ record: editedRecord(record, values) }),
  })
  const { values, write } = form.edit
  const fault = faultOf(recordKind, values)
  // The key and the priority of a record never change after its creation.
  const isFixed = (field: FieldName) => !form.isNew && (field === 'key' || field === 'priority_type')
  const fields = FIELDS[recordKind].filter((field) => !isFixed(field))
  const refused = (field: FieldName) =>
    form.faults.filter(
      ({ path }) => path === `body.record.${field}` || path.startsWith(`body.record.${field}.`),
    )
  return (
    <RecordDialog form={form} fault={fault && t(`fault.${fault}`)}>
      {!form.isNew && recordKind !== 'comm_type' && recordKind !== 'alert_type' && (
        <p className="muted">{t('keyStays', { key: values.key })}</p>
      )}
      {fields.map((field, index) => (
        <FormField
          key={field}
          field={field}
          values={values}
          isFirst={index === 0}
          faults={refused(field)}
          onChange={write}
        />
      ))}
    </RecordDialog>
  )
}

/** Names and texts of all fields, for the comparison of two people's edits. */
function useFieldTexts() {
  const { t } = useTranslation('reference')
  const names: Texts<RecordValues> = {
    name: t('field.name'),
    short_name: t('field.short_name'),
    key: t('field.key'),
    priority_type: t('field.priority_type'),
    description: t('field.description'),
    is_active: t('field.is_active'),
    is_on_status_page: t('field.is_on_status_page'),
    sla_minutes: t('field.sla_minutes'),
    aliases: t('field.aliases'),
    typed_alias: t('aliases.new'),
    translations: t('field.translations'),
    email_fields: t('field.email_fields'),
  }
  const textsOf = (values: RecordValues): Texts<RecordValues> => ({
    ...values,
    is_active: t(values.is_active ? 'on' : 'off'),
    is_on_status_page: t(values.is_on_status_page ? 'shown' : 'notShown'),
    aliases: values.aliases.join(', '),
    translations: textOfTranslations(values.translations),
    email_fields: values.email_fields
      .map(
        (field) => `${field.display_name} (${field.system_name}) ${textOfTranslations(field.translations)}`,
      )
      .join('; '),
  })
  return { names, textsOf }
}

/** Leaves out empty translations, because they count as missing. */
const textOfTranslations = (translations: Readonly<Record<string, string>>): string =>
  Object.entries(translations)
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([language, text]) => `${language}: ${text}`)
    .join(', ')
