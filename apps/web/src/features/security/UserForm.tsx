import { SECURITY_ADDRESS_DEBOUNCE_MS } from '@aviary/contract/constants'
import { isEmail } from '@aviary/contract/email'
import type { YesNo } from '@aviary/contract/rules'
import type { SecurityUser } from '@aviary/contract/security/schemas'
import { createSecurityUser, updateSecurityUser } from '@aviary/contract/security/user-endpoints'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpedCheckbox } from '../../ui/HelpedCheckbox.tsx'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { useCheckedText } from '../../ui/records/use-checked-text.ts'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { CompanyHint } from './companies/CompanyHint.tsx'
import { useCompanyFault } from './use-company-fault.ts'

type Values = { company_id: string; email: string; active: YesNo }

const EMPTY: Values = { company_id: '', email: '', active: 'Y' }
const valuesOf = ({ company_id, email, active }: SecurityUser): Values => ({
  company_id: String(company_id),
  email,
  active,
})
const toBody = ({ company_id, email, active }: Values) => ({
  company_id: Number(company_id),
  email: email.trim(),
  active,
})

/** Creates and edits a security user, who receives security mails (spec 3 §2 and §5). */
export function UserForm(props: RecordProps<SecurityUser>) {
  const { t } = useTranslation('security')
  const names = { company_id: t('field.companyId'), email: t('field.email'), active: t('field.active') }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ company_id, email, active }) => ({
      company_id: company_id.trim(),
      email: email.trim(),
      active: t(active === 'Y' ? 'yes' : 'no'),
    }),
    names,
    create: createSecurityUser,
    createBody: toBody,
    update: updateSecurityUser,
    updateBody: (values, { id, version }) => ({ ...toBody(values), id, version }),
  })
  const { values, write } = form.edit
  const [blurred, setBlurred] = useState<readonly string[]>([])
  const onBlur = (field: string) => () => setBlurred((before) => [...before, field])
  const companyText = useCompanyFault(values.company_id)
  const missing = t('required', { field: names.email })
  const email = useCheckedText({
    text: values.email,
    missing,
    delayMs: SECURITY_ADDRESS_DEBOUNCE_MS[form.isNew ? 'create' : 'edit'],
    faultOf: (text) => (isEmail(text) ? undefined : t('invalidEmail')),
  })
  return (
    <RecordDialog form={form} fault={companyText ?? email.fault}>
      <TextInput
        label={names.company_id}
        required
        inputMode="numeric"
        maxLength={10}
        value={values.company_id}
        error={blurred.includes('company_id') && companyText}
        onBlur={onBlur('company_id')}
        onChange={(event) => write({ company_id: event.currentTarget.value })}
        data-autofocus
      />
      <CompanyHint companyId={values.company_id} />
      <TextInput
        type="email"
        label={names.email}
        required
        maxLength={320}
        value={values.email}
        error={email.error ?? (blurred.includes('email') && values.email.trim() === '' && missing)}
        onBlur={onBlur('email')}
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
