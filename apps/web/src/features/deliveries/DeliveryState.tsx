import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import type { CellStatus } from '@aviary/contract/status/rules'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './deliveries.module.css'

const MARKS: Record<Delivery['state'], CellStatus> = {
  queued: 'NA',
  sent: 'NORMAL',
  deferred: 'PARTIAL_PERFORMANCE',
  failed: 'OUTAGE',
  stopped: 'NA',
  bounced: 'OUTAGE',
}

/** State of a mail as icon and word; in a table the cell's tooltip shows the mail server's answer. */
export function DeliveryState({ state, response }: Pick<Delivery, 'state' | 'response'>) {
  const { t } = useTranslation('deliveries')
  return (
    <span className={classes.deliveryState} data-tip={response ?? undefined}>
      <StatusIcon status={MARKS[state]} />
      {t(`state.${state}`)}
    </span>
  )
}
