import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useTranslation } from 'react-i18next'
import { FactTable } from '../../ui/FactTable.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { MailView } from '../../ui/MailView.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import classes from './deliveries.module.css'
import { useDeliveredMail } from './use-deliveries.ts'
import { useDeliveryWords } from './use-delivery-words.ts'

/** A mail as its recipient received it, beside the ledger. */
export function DeliveredMail({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('deliveries')
  const query = useDeliveredMail(delivery.delivery_id)
  const { data, error } = query
  return (
    <SidePanel title={t('mail.title', { email: delivery.email })} onClose={onClose}>
      <Facts delivery={delivery} />
      <LoadError query={query} failure={t('mail.error')} />
      {!data && !error && <Skeleton rows={8} label={t('mail.loading')} />}
      {data && (
        <>
          <p className={classes.subject}>{data.mail.subject}</p>
          <MailView html={data.mail.html} label={t('mail.title', { email: delivery.email })} />
        </>
      )}
    </SidePanel>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries')
  const { language, typeName, companyName } = useDeliveryWords()
  const facts = [
    ['state', <DeliveryState key="state" {...delivery} />],
    ['response', delivery.response],
    ['when', <Time key="when" at={delivery.sent_date ?? delivery.created_date} />],
    ['company', companyName(delivery)],
    ['reference', delivery.reference],
    ['type', typeName(delivery)],
    ['language', language(delivery.locale)],
  ] as const
  return (
    <FactTable className={classes.mailFacts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <tr key={name}>
              <th scope="row">{t(`column.${name}`)}</th>
              <td>{value}</td>
            </tr>
          ),
      )}
    </FactTable>
  )
}
