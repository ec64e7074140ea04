import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { MailView } from '../../ui/MailView.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useDeliveredMail } from './use-deliveries.ts'

/** A mail as its recipient got it. */
export function DeliveredMail({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const { data, error, refetch } = useDeliveredMail(delivery.delivery_id)
  return (
    <Dialog title={t('mail.title', { email: delivery.email })} size="xl" onClose={onClose}>
      {error && (
        <ErrorState title={t('mail.error')} reason={reasonOf(error)} again={{ run: () => void refetch() }} />
      )}
      {!data && !error && <Skeleton rows={8} label={t('mail.loading')} />}
      {data && (
        <>
          <p>
            <strong>{data.mail.subject}</strong>
          </p>
          <MailView html={data.mail.html} label={t('mail.title', { email: delivery.email })} />
        </>
      )}
    </Dialog>
  )
}
