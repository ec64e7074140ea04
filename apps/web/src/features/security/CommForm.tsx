import type { YesNo } from '@aviary/contract/rules'
import { createComm, updateComm } from '@aviary/contract/security/endpoints'
import type { Comm, CommType } from '@aviary/contract/security/schemas'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { typeIn } from './comm-type.ts'
import { RequiredField } from './RequiredField.tsx'

const LONGEST = { status: 100, description: 10_000 }

type Values = { status: string; description: string; comm_type: number | null; is_hidden: YesNo }

const EMPTY: Values = { status: '', description: '', comm_type: null, is_hidden: 'N' }
const valuesOf = ({ status, description, comm_type, is_hidden }: Comm): Values => ({
  status,
  description,
  comm_type,
  is_hidden,
})

type CommFormProps = RecordProps<Comm> & { secId: number; types: readonly CommType[] }

/** Creates and edits a comm of a security incident (spec 3 §2 and §5). */
export function CommForm({ secId, types, ...props }: CommFormProps) {
  const { t } = useTranslation('security')
  const names = {
    status: t('field.status'),
    description: t('field.description'),
    comm_type: t('field.commType'),
    is_hidden: t('field.isHidden'),
  }
  const toBody = ({ status, description, comm_type, is_hidden }: Values) => ({
    status: status.trim(),
    description: description.trim(),
    comm_type: typeIn(types, comm_type),
    is_hidden,
  })
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: (values) => {
      const { comm_type, is_hidden, ...texts } = toBody(values)
      const name = types.find(({ id }) => id === comm_type)?.display_name
      return {
        ...texts,
        comm_type: name ?? String(comm_type),
        is_hidden: t(is_hidden === 'Y' ? 'yes' : 'no'),
      }
    },
    names,
    create: createComm,
    createBody: (values) => ({ ...toBody(values), sec_id: secId }),
    update: updateComm,
    updateBody: (values, { sec_comm_id, version }) => ({ ...toBody(values), sec_comm_id, version }),
  })
  const { values, write } = form.edit
  const missing = (field: 'status' | 'description') => t('required', { field: names[field] })
  const empty = (['status', 'description'] as const).find((field) => values[field].trim() === '')
  const text = (field: 'status' | 'description') => ({
    label: names[field],
    value: values[field],
    maxLength: LONGEST[field],
    missing: missing(field),
    onChange: (typed: string) => write({ [field]: typed }),
  })
  return (
    <RecordDialog form={form} fault={empty && missing(empty)}>
      <RequiredField {...text('status')} isFirst />
      <NativeSelect
        label={names.comm_type}
        required
        value={String(typeIn(types, values.comm_type))}
        data={types.map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
        onChange={(event) => write({ comm_type: Number(event.currentTarget.value) })}
      />
      <RequiredField {...text('description')} isLong />
      <Checkbox
        label={names.is_hidden}
        checked={values.is_hidden === 'Y'}
        onChange={(event) => write({ is_hidden: event.currentTarget.checked ? 'Y' : 'N' })}
      />
    </RecordDialog>
  )
}
