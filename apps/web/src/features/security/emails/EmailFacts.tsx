import { SECURITY_RECIPIENTS_SHOWN } from '@aviary/contract/constants'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/Time.tsx'
import { Addresses } from '../companies/Addresses.tsx'
import type { Company, Recipients } from '../companies/use-companies.ts'
import { useCompanyText } from '../companies/use-company-text.ts'
import classes from './emails.module.css'

type EmailFactsProps = {
  email: SecurityEmail
  company: Company
  /** Text for the number of recipients at the email's company. */
  recipients?: ReactNode
  /** Addresses that will get the email. */
  addresses?: Recipients | undefined
}

/** Company, recipients, subject and sending time of an email. */
export function EmailFacts({ email, company, recipients, addresses }: EmailFactsProps) {
  const { t } = useTranslation(['security-emails', 'security'])
  const companyText = useCompanyText()
  return (
    <dl className={classes.facts}>
      <dt>{t('security:field.companyId')}</dt>
      <dd>{companyText(email.company_id, company)}</dd>
      {recipients !== undefined && (
        <>
          <dt>{t('field.recipients')}</dt>
          <dd>{recipients}</dd>
        </>
      )}
      {addresses && (
        <>
          <dt>{t('field.addresses')}</dt>
          <dd>
            <Addresses recipients={addresses} max={SECURITY_RECIPIENTS_SHOWN} />
          </dd>
        </>
      )}
      <dt>{t('field.subject')}</dt>
      <dd>{email.subject}</dd>
      {email.sent_date && (
        <>
          <dt>{t('field.sent')}</dt>
          <dd>
            <Time at={email.sent_date} />
          </dd>
        </>
      )}
    </dl>
  )
}
