import type { ChannelProgress as Progress } from '@aviary/contract/channels/progress'
import {
  CHANNEL_DELIVERY_STATES,
  type ChannelDeliveryState,
  getChannelTotal,
} from '@aviary/contract/channels/rules'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import classes from './deliveries.module.css'
import { ProgressBar } from './ProgressBar.tsx'

type ChannelProgressProps = {
  progress: Progress
  /** Leaves out counts of 0, except the number of those told. */
  withoutZeros?: boolean
}

/** How many channels were told of what was mailed, by state; nothing if there are none. */
export function ChannelCounts({ progress, withoutZeros = false }: ChannelProgressProps) {
  const { t } = useTranslation('deliveries')
  const counts = useCounts(progress, withoutZeros)
  if (getChannelTotal(progress) === 0) return null
  return (
    <p className={classes.counts}>
      <strong>{t('progress.channels')}</strong>
      {counts.map(({ state, text }) => (
        <span key={state}>{text}</span>
      ))}
    </p>
  )
}

/** The counts, with a bar. */
export function ChannelProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation('deliveries')
  const total = getChannelTotal(progress)
  const counts = useCounts(progress, false)
  if (total === 0) return null
  const { sent, failed, stopped } = progress
  return (
    <>
      <ProgressBar
        label={t('progress.channelsLabel')}
        text={counts.map(({ text }) => text).join(', ')}
        {...{ total, sent, failed, stopped }}
      />
      <ChannelCounts progress={progress} />
    </>
  )
}

function useCounts(
  progress: Progress,
  withoutZeros: boolean,
): { state: ChannelDeliveryState; text: string }[] {
  const { t } = useTranslation('deliveries')
  const number = useCount()
  const isShown = (state: ChannelDeliveryState) =>
    state === 'sent' || progress[state] > 0 || (!withoutZeros && state !== 'stopped')
  return CHANNEL_DELIVERY_STATES.filter(isShown).map((state) => ({
    state,
    text: t(`progress.${state}`, { count: number(progress[state]) }),
  }))
}
