import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { useCompanies } from '../companies/use-companies.ts'
import { useCompanyText } from '../companies/use-company-text.ts'
import classes from './emails.module.css'
import type { Difference } from './sending.ts'

const MAX_LISTED = 20

type SendingChangedProps = { changed: readonly Difference[]; onAccept: () => void }

/** Lists the changes since the confirmation was opened; nothing is sent until the person accepts them. */
export function SendingChanged({ changed, onAccept }: SendingChangedProps) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const listed = changed.slice(0, MAX_LISTED)
  const { companyOf } = useCompanies(listed.map(({ email }) => email.company_id))
  const companyText = useCompanyText()
  const remaining = changed.length - MAX_LISTED
  return (
    <div role="alert" className={classes.changed}>
      <p>
        <strong>{t('changed.title')}</strong>
      </p>
      <ul>
        {listed.map(({ email, what, recipients }) => (
          <li key={email.id}>
            {t('changed.email', {
              id: email.id,
              company: companyText(email.company_id, companyOf(email.company_id)),
              subject: email.subject,
            })}{' '}
            {t(`changed.${what}`, { before: count(email.recipients), now: count(recipients) })}
          </li>
        ))}
        {remaining > 0 && <li>{t('changed.more', { emails: count(remaining) })}</li>}
      </ul>
      <Button variant="default" size="compact-sm" onClick={onAccept}>
        {t('changed.takeOver')}
      </Button>
    </div>
  )
}
