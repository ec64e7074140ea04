import { type SendableEmail, sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, isGatewayTimeout } from '../../../shared/api.ts'
import { tellError, tellSuccess } from '../../../shared/toasts.ts'
import { confirmedOf } from './sending.ts'

type Sending = {
  emails: readonly SendableEmail[]
  /** The same for the same confirmation: sent again after an answer that was lost, it is the same sending. */
  key: string
}

/** Sends what was confirmed (spec 3 §4 and §8). `onSent` gets the ids that went out. */
export function useSendEmails(onSent: (ids: readonly number[]) => void) {
  const { t } = useTranslation('security-emails')
  const client = useQueryClient()
  const refresh = () => {
    client.invalidateQueries({ queryKey: ['security'] })
    client.invalidateQueries({ queryKey: ['mails'] })
  }
  return useMutation({
    mutationFn: ({ emails, key }: Sending) =>
      call(sendSecurityEmails, { body: confirmedOf(emails), idempotencyKey: key }),
    onSuccess: ({ email_ids }) => {
      tellSuccess(t('toast.sent'))
      onSent(email_ids)
      refresh()
    },
    // What changed shows in the list, which is asked for anew; the choice stays.
    onError: (error) => {
      refresh()
      tellError(t(isGatewayTimeout(error) ? 'toast.notSent' : 'toast.sendFailed'), error)
    },
  })
}
