import { type SendableEmail, sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { useTranslation } from 'react-i18next'
import { call, isGatewayTimeout } from '../../../shared/api.ts'
import { useWrite } from '../../../shared/saving/use-write.ts'
import { toSendBody } from './sending.ts'

type Sending = {
  emails: readonly SendableEmail[]
  /** Idempotency key, one per confirmation: sending again after a lost answer sends nothing twice. */
  key: string
}

/** Sends the confirmed emails (spec 3 §4 and §8). `onSent` gets the sent ids. */
export function useSendEmails(onSent: (ids: readonly number[]) => void) {
  const { t } = useTranslation('security-emails')
  return useWrite(
    ({ emails, key }: Sending) => call(sendSecurityEmails, { body: toSendBody(emails), idempotencyKey: key }),
    {
      // Reloads the lists also after a refusal, so that they show what changed.
      topics: ['security', 'mails'],
      done: t('toast.sent'),
      failed: (error) => t(isGatewayTimeout(error) ? 'toast.notSent' : 'toast.sendFailed'),
      onDone: ({ email_ids }) => onSent(email_ids),
    },
  )
}
