import type { Channel, ChannelDelivery } from '@aviary/contract/channels/endpoints'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { FactTable } from '../../ui/FactTable.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Time, TimeWithSeconds } from '../../ui/Time.tsx'
import { DeliveryState } from '../deliveries/public.ts'
import classes from './channels.module.css'
import { EventType } from './EventType.tsx'
import { Reference } from './Reference.tsx'
import { useChannelDelivery, useReplay } from './use-channels.ts'

type DeliveryPanelProps = {
  channel: Channel
  /** As it is in the list, which may be older. */
  delivery: ChannelDelivery
  /** Why it cannot be sent again now. */
  disabledReason: string | undefined
  onClose: () => void
}

/** A delivery beside the list: what was posted, and what became of each try. */
export function DeliveryPanel({ channel, delivery: listed, disabledReason, onClose }: DeliveryPanelProps) {
  const { t } = useTranslation('channels')
  const query = useChannelDelivery(channel.channel_id, listed.delivery_id)
  const replay = useReplay(channel.channel_id)
  const { data, error } = query
  const delivery = data?.delivery ?? listed
  const never = delivery.may_replay ? undefined : t('replay.never')
  const waiting = delivery.state === 'queued' ? t('replay.waiting') : undefined
  const reason = never ?? disabledReason ?? waiting
  return (
    <SidePanel title={t(`event.${delivery.event}`)} onClose={onClose}>
      <DeliveryFacts delivery={delivery} />
      <div className={classes.panelAction}>
        <BusyButton
          size="compact-sm"
          disabledReason={reason}
          isBusy={replay.isPending}
          onClick={() => replay.mutate({ delivery_id: delivery.delivery_id })}
        >
          {t('replay.send')}
        </BusyButton>
        {reason && <span className="muted">{reason}</span>}
      </div>
      <LoadError query={query} failure={t('delivery.error')} />
      {!data && !error && <Skeleton rows={8} label={t('delivery.loading')} />}
      {data && (
        <>
          <Attempts attempts={data.attempts} />
          <section aria-label={t('delivery.body')}>
            <h3 className={classes.part}>{t('delivery.body')}</h3>
            <pre className={classes.json}>{prettyJson(data.body)}</pre>
          </section>
        </>
      )}
    </SidePanel>
  )
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function DeliveryFacts({ delivery }: { delivery: ChannelDelivery }) {
  const { t } = useTranslation(['channels', 'deliveries'])
  const { reference, sent_date: sent, next_try_date: next } = delivery
  const facts = [
    [t('deliveries:column.state'), <DeliveryState key="state" {...delivery} />],
    [t('column.event'), <EventType key="event" event={delivery.event} />],
    [t('column.reference'), reference !== '' && <Reference key="reference" reference={reference} />],
    [t('delivery.name'), <code key="name">{delivery.event_name}</code>],
    [t('column.created'), <Time key="created" at={delivery.created_date} />],
    [t('column.sent'), sent && <Time key="sent" at={sent} />],
    [t('column.next'), next && <Time key="next" at={next} />],
    [t('column.response'), delivery.response],
  ] as const
  return (
    <FactTable className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ),
      )}
    </FactTable>
  )
}

type Attempt = { at: string; status: number | null; answer: string; ms: number }

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('channels')
  const number = useCount()
  return (
    <section aria-label={t('delivery.attempts')}>
      <h3 className={classes.part}>{t('delivery.attempts')}</h3>
      {attempts.length === 0 && <p className="muted">{t('delivery.noAttempts')}</p>}
      {attempts.length > 0 && (
        <FactTable
          label={t('delivery.attempts')}
          className={classes.attempts}
          columns={[t('attempt.at'), t('attempt.status'), t('attempt.answer'), t('attempt.took')]}
        >
          {attempts.map(({ at, status, answer, ms }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no id, and two may have one time.
            <tr key={`${at} ${index}`}>
              <td>
                <TimeWithSeconds at={at} />
              </td>
              <td>{status ?? t('attempt.noStatus')}</td>
              <td>{answer || t('attempt.noText')}</td>
              <td>{t('attempt.ms', { number: number(ms) })}</td>
            </tr>
          ))}
        </FactTable>
      )}
    </section>
  )
}
