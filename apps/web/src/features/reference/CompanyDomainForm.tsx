import { createCompanyDomain, updateCompanyDomain } from '@aviary/contract/reference/domain-endpoints'
import { isMailDomain, isPublicMailProvider } from '@aviary/contract/reference/domain-rules'
import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readId } from '../../shared/read-id.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'

type Values = { domain: string; company_id: string }

const EMPTY: Values = { domain: '', company_id: '' }
const valuesOf = ({ unicode_domain, company_id }: CompanyDomain): Values => ({
  domain: unicode_domain,
  company_id: String(company_id),
})
const toBody = ({ domain, company_id }: Values) => ({
  domain: domain.trim(),
  company_id: Number(company_id),
})

/**
 * Adds a mail domain of a company, or assigns a listed domain to another company. A listed domain cannot
 * change.
 */
export function CompanyDomainForm(props: RecordProps<CompanyDomain>) {
  const { t } = useTranslation('company-domains')
  const names = { domain: t('domain'), company_id: t('companyId') }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ domain, company_id }) => ({ domain: domain.trim(), company_id: company_id.trim() }),
    names,
    create: createCompanyDomain,
    createBody: toBody,
    update: updateCompanyDomain,
    updateBody: (values, { domain, version }) => ({ ...toBody(values), domain, version }),
  })
  const { values, write } = form.edit
  const [blurred, setBlurred] = useState<readonly string[]>([])
  const onBlur = (field: string) => () => setBlurred((before) => [...before, field])
  const faultOf = (field: keyof Values, isValid: boolean, wrong: string) => {
    if (values[field].trim() === '') return t('required', { field: names[field] })
    return isValid ? undefined : wrong
  }
  // A listed domain is not checked, so that its company can be changed even if newer rules would refuse the
  // domain.
  const isDomain = !form.isNew || isMailDomain(values.domain)
  const domainFault = faultOf('domain', isDomain, t('domainWrong'))
  const companyFault = faultOf(
    'company_id',
    readId(values.company_id.trim()) !== undefined,
    t('companyWrong'),
  )
  return (
    <RecordDialog form={form} fault={domainFault ?? companyFault}>
      <TextInput
        label={names.domain}
        description={t('domainHelp')}
        required
        maxLength={253}
        readOnly={!form.isNew}
        value={values.domain}
        error={blurred.includes('domain') && domainFault}
        onBlur={onBlur('domain')}
        onChange={(event) => write({ domain: event.currentTarget.value })}
        {...(form.isNew ? { 'data-autofocus': true } : {})}
      />
      {isPublicMailProvider(values.domain) && <p role="status">{t('publicProvider')}</p>}
      <TextInput
        label={names.company_id}
        required
        inputMode="numeric"
        maxLength={10}
        value={values.company_id}
        error={blurred.includes('company_id') && companyFault}
        onBlur={onBlur('company_id')}
        onChange={(event) => write({ company_id: event.currentTarget.value })}
        {...(form.isNew ? {} : { 'data-autofocus': true })}
      />
    </RecordDialog>
  )
}
