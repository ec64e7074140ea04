import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/Panel.tsx'
import { useCompanies } from '../companies/use-companies.ts'
import { EmailFacts } from '../emails/EmailFacts.tsx'
import { EmailView } from '../emails/EmailView.tsx'
import classes from './composer.module.css'

/** A sent email, read only. */
export function SentEmail({ email, onBack }: { email: SecurityEmail; onBack: () => void }) {
  const { t } = useTranslation('security-emails')
  const { companyOf } = useCompanies([email.company_id])
  return (
    <Panel title={t('compose.sent')}>
      <div className={classes.form}>
        <p role="status">{t('compose.sentHelp')}</p>
        <EmailFacts email={email} company={companyOf(email.company_id)} />
        <EmailView subject={email.subject} body={email.body} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
