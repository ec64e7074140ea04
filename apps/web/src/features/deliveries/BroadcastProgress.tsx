import type { Progress } from '@aviary/contract/deliveries/endpoints'
import { DELIVERY_STATES, getTotal } from '@aviary/contract/deliveries/rules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import classes from './deliveries.module.css'
import { ProgressBar } from './ProgressBar.tsx'

type Part = (typeof DELIVERY_STATES)[number]

const RARE: readonly Part[] = ['stopped', 'bounced']

const getRemaining = ({ queued, deferred }: Progress): number => queued + deferred

export const isRunning = (progress: Progress): boolean => getRemaining(progress) > 0

/** Texts with the counts of a broadcast's mails; stopped and bounced mails appear only if there are any. */
function useCounts(progress: Progress): { part: Part; text: string }[] {
  const { t } = useTranslation('deliveries')
  const number = useCount()
  return DELIVERY_STATES.filter((part) => !RARE.includes(part) || progress[part] > 0).map((part) => ({
    part,
    text: t(`progress.${part}`, { count: number(progress[part]) }),
  }))
}

type CountsProps = {
  progress: Progress
  /** Renders the number of failed mails; plain text by default. */
  failed?: ((text: string) => ReactNode) | undefined
  /** Leaves out counts of 0, except the number of sent mails. */
  withoutZeros?: boolean
  children?: ReactNode
}

export function BroadcastCounts({ progress, failed, withoutZeros, children }: CountsProps) {
  const all = useCounts(progress)
  const counts = withoutZeros ? all.filter(({ part }) => part === 'sent' || progress[part] > 0) : all
  return (
    <p className={classes.counts}>
      {counts.map(({ part, text }) => (
        <span key={part}>{part === 'failed' && progress.failed > 0 && failed ? failed(text) : text}</span>
      ))}
      {children}
    </p>
  )
}

/** Mails per second between the last two readings of the counts; undefined below half a mail per second. */
function useRate(sent: number, readAt: number): number | undefined {
  const [previous, setPrevious] = useState({ sent, at: readAt, rate: 0 })
  if (readAt > previous.at)
    setPrevious({
      sent,
      at: readAt,
      rate: Math.max(0, Math.round((sent - previous.sent) / ((readAt - previous.at) / 1000))),
    })
  return previous.rate > 0 ? previous.rate : undefined
}

type ProgressProps = Omit<CountsProps, 'children' | 'withoutZeros'> & {
  /** When the counts were read, in milliseconds. */
  readAt: number
}

/** Counts of the mails, with a bar and how fast they go out. */
export function BroadcastProgress({ progress, readAt, failed }: ProgressProps) {
  const { t } = useTranslation('deliveries')
  const total = getTotal(progress)
  const rate = useRate(progress.sent + progress.bounced, readAt)
  const number = useCount()
  const counts = useCounts(progress)
  return (
    <>
      <ProgressBar
        label={t('progress.label')}
        text={counts.map(({ text }) => text).join(', ')}
        {...{ total, sent: progress.sent, stopped: progress.stopped }}
        failed={progress.failed + progress.bounced}
      />
      <BroadcastCounts progress={progress} failed={failed}>
        {rate !== undefined && <span>{t('progress.rate', { rate: number(rate) })}</span>}
      </BroadcastCounts>
    </>
  )
}
