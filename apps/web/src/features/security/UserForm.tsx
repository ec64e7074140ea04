import { SECURITY_ADDRESS_DEBOUNCE_MS } from '@aviary/contract/constants'
import { emailAddress } from '@aviary/contract/email'
import type { SecurityUser } from '@aviary/contract/security/schemas'
import { createSecurityUser, updateSecurityUser } from '@aviary/contract/security/user-endpoints'
import type { YesNo } from '@aviary/contract/wire'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../shared/use-debounced.ts'
import { HelpedCheckbox } from '../../ui/HelpedCheckbox.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import type { FormProps } from './OpenRecord.tsx'
import { useCompanyFault } from './use-company-fault.ts'
import { draftName, useSecurityForm } from './use-security-form.ts'

type Values = { company_id: string; email: string; active: YesNo }

const EMPTY: Values = { company_id: '', email: '', active: 'Y' }
const valuesOf = ({ company_id, email, active }: SecurityUser): Values => ({
  company_id: String(company_id),
  email,
  active,
})
/** As it is written. */
const written = ({ company_id, email, active }: Values) => ({
  company_id: Number(company_id),
  email: email.trim(),
  active,
})

/** Creates and edits whom security mails of a company go to (spec 3 §2 and §5). */
export function UserForm({ record, isDeleted, onClose, onCurrent }: FormProps<SecurityUser>) {
  const { t } = useTranslation(['security', 'shell'])
  const names = { company_id: t('field.companyId'), email: t('field.email'), active: t('field.active') }
  const form = useSecurityForm({
    entity: 'user',
    draft: draftName('user', record && { id: record.id }),
    record,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ company_id, email, active }) => ({
      company_id: company_id.trim(),
      email: email.trim(),
      active: t(active === 'Y' ? 'yes' : 'no'),
    }),
    names,
    create: createSecurityUser,
    createBody: written,
    update: updateSecurityUser,
    updateBody: (values, version) => ({ ...written(values), id: record?.id ?? 0, version }),
    onClose,
    onCurrent,
  })
  const { values, write } = form.edit
  const [left, setLeft] = useState<readonly string[]>([])
  const leave = (field: string) => () => setLeft((before) => [...before, field])
  const check = useEmailCheck(values.email, form.isNew)
  const companyText = useCompanyFault(values.company_id)
  const noEmail = values.email.trim() === '' ? t('required', { field: names.email }) : undefined
  return (
    <RecordDialog
      form={form}
      isDeleted={isDeleted}
      fault={companyText ?? noEmail ?? (check.isChecked ? check.fault : t('shell:form.checking'))}
    >
      <TextInput
        label={names.company_id}
        required
        inputMode="numeric"
        maxLength={10}
        value={values.company_id}
        error={left.includes('company_id') && companyText}
        onBlur={leave('company_id')}
        onChange={(event) => write({ company_id: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        type="email"
        label={names.email}
        required
        maxLength={320}
        value={values.email}
        error={check.fault ?? (left.includes('email') && noEmail)}
        onBlur={leave('email')}
        onChange={(event) => write({ email: event.currentTarget.value })}
      />
      <HelpedCheckbox
        label={names.active}
        help={t('user.activeHelp')}
        checked={values.active === 'Y'}
        onChange={(isChecked) => write({ active: isChecked ? 'Y' : 'N' })}
      />
    </RecordDialog>
  )
}

/** The fault of an address once typing has rested; until it has been looked at nothing can be saved. */
function useEmailCheck(email: string, isNew: boolean) {
  const { t } = useTranslation('security')
  const settled = useDebounced(email, SECURITY_ADDRESS_DEBOUNCE_MS[isNew ? 'create' : 'edit'])
  const typed = settled.trim()
  const isFine = typed === '' || emailAddress.safeParse(typed).success
  return { isChecked: settled === email, fault: isFine ? undefined : t('invalidEmail') }
}
