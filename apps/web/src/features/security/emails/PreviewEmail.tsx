import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { LoadError } from '../../../ui/Loaded.tsx'
import { useFocusOnMount } from '../../../ui/use-focus.ts'
import { useCompanies, useRecipients } from '../companies/use-companies.ts'
import { EmailFacts } from './EmailFacts.tsx'
import { EmailView } from './EmailView.tsx'
import classes from './emails.module.css'
import { RetryFailed } from './RetryFailed.tsx'
import type { Choice } from './sending.ts'

type PreviewEmailProps = {
  email: SecurityEmail
  onSend: (choice: Choice) => void
  onClose: () => void
}

/** The content and recipients of one email, with a button to send it. */
export function PreviewEmail({ email, onSend, onClose }: PreviewEmailProps) {
  const { t } = useTranslation(['security-emails', 'security', 'shell'])
  const offline = useOfflineReason()
  const count = useCount()
  const { companyOf, error } = useCompanies([email.company_id])
  const company = companyOf(email.company_id)
  const { people } = company
  const addresses = useRecipients(email.was_sent === 'N' ? [email.company_id] : [])
  const back = useFocusOnMount<HTMLButtonElement>()
  const disabledReason = () => {
    // spec 3 §4: a sent email cannot be sent again
    if (email.was_sent === 'Y') return t('alreadySent')
    if (people === 0 || error) return t('noCount')
    return people === undefined ? t('shell:loading') : offline
  }
  const reason = disabledReason()
  // The version that the person has read; the confirmation warns if a newer version would be sent.
  const [read] = useState(email.version)
  return (
    <Dialog title={t('preview.title', { id: email.id })} size="xl" onClose={onClose}>
      <div className={classes.stack}>
        <EmailFacts
          email={email}
          company={company}
          recipients={
            people === undefined ? t(error ? 'none' : 'shell:loading') : people ? count(people) : t('none')
          }
          addresses={addresses.data?.get(email.company_id)}
        />
        <LoadError query={addresses} failure={t('recipients.error')} />
        <RetryFailed email={email} />
        {email.version !== read && email.was_sent === 'N' && (
          <p role="alert" className={classes.changed}>
            {t('shell:form.changedMeanwhile')}
          </p>
        )}
        <EmailView subject={email.subject} body={email.body} />
      </div>
      <DialogFooter reason={reason}>
        <Button ref={back} variant="default" onClick={onClose} data-autofocus>
          {t('back')}
        </Button>
        <Button
          disabled={reason !== undefined}
          title={reason}
          onClick={() => onSend({ kind: 'chosen', versions: new Map([[email.id, read]]) })}
        >
          {t('preview.send')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
