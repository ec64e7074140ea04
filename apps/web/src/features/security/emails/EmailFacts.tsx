import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/Time.tsx'
import classes from './emails.module.css'

type EmailFactsProps = {
  email: SecurityEmail
  /** Number of recipients in the email's company. */
  recipients?: ReactNode
}

/** Company, subject and sending time of an email. */
export function EmailFacts({ email, recipients }: EmailFactsProps) {
  const { t } = useTranslation(['security-emails', 'security'])
  return (
    <dl className={classes.facts}>
      <dt>{t('security:field.companyId')}</dt>
      <dd>{email.company_id}</dd>
      {recipients !== undefined && (
        <>
          <dt>{t('field.recipients')}</dt>
          <dd>{recipients}</dd>
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
