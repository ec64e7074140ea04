import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { MailView } from '../../ui/MailView.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useDeliveredMail } from './use-deliveries.ts'

/** A mail as its recipient received it. */
export function DeliveredMail({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const query = useDeliveredMail(delivery.delivery_id)
  const { data, error } = query
  return (
    <Dialog title={t('mail.title', { email: delivery.email })} size="xl" onClose={onClose}>
      <LoadError query={query} failure={t('mail.error')} />
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
