import { type SendableEmail, sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { useTranslation } from 'react-i18next'
import { call, isGatewayTimeout } from '../../../shared/api.ts'
import { useWrite } from '../../../shared/saving/use-write.ts'
import { confirmedOf } from './sending.ts'

type Sending = {
  emails: readonly SendableEmail[]
  /** The same for the same confirmation: sent again after an answer that was lost, it is the same sending. */
  key: string
}

/** Sends what was confirmed (spec 3 §4 and §8). `onSent` gets the ids that went out. */
export function useSendEmails(onSent: (ids: readonly number[]) => void) {
  const { t } = useTranslation('security-emails')
  return useWrite(
    ({ emails, key }: Sending) =>
      call(sendSecurityEmails, { body: confirmedOf(emails), idempotencyKey: key }),
    {
      // What changed shows in the list, also after a refusal; the choice stays.
      topics: ['security', 'mails'],
      done: t('toast.sent'),
      failed: (error) => t(isGatewayTimeout(error) ? 'toast.notSent' : 'toast.sendFailed'),
      onDone: ({ email_ids }) => onSent(email_ids),
    },
  )
}
