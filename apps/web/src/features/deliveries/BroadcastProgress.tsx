import type { Progress } from '@aviary/contract/deliveries/endpoints'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import classes from './deliveries.module.css'

const PARTS = ['queued', 'sent', 'deferred', 'failed', 'stopped'] as const
type Part = (typeof PARTS)[number]

export const isUnderWay = ({ queued, deferred }: Progress): boolean => queued + deferred > 0

export const totalOf = (progress: Progress): number => PARTS.reduce((sum, part) => sum + progress[part], 0)

/** What is told of a broadcast: mails that were stopped only where there are some. */
function useCounts(progress: Progress): { part: Part; text: string }[] {
  const { t } = useTranslation('deliveries')
  const number = useCount()
  return PARTS.filter((part) => part !== 'stopped' || progress.stopped > 0).map((part) => ({
    part,
    text: t(`progress.${part}`, { count: number(progress[part]) }),
  }))
}

type CountsProps = {
  progress: Progress
  /** Shows how many failed; as text alone where it is left out. */
  failed?: ((text: string) => ReactNode) | undefined
  children?: ReactNode
}

export function BroadcastCounts({ progress, failed, children }: CountsProps) {
  const told = useCounts(progress)
  return (
    <p className={classes.counts}>
      {told.map(({ part, text }) => (
        <span key={part}>{part === 'failed' && progress.failed > 0 && failed ? failed(text) : text}</span>
      ))}
      {children}
    </p>
  )
}

/** Mails a second since the last look; undefined when nothing was sent meanwhile. */
function useRate(sent: number, at: number): number | undefined {
  const [seen, setSeen] = useState({ sent, at, rate: 0 })
  if (at > seen.at)
    setSeen({ sent, at, rate: Math.max(0, Math.round((sent - seen.sent) / ((at - seen.at) / 1000))) })
  return seen.rate > 0 ? seen.rate : undefined
}

type ProgressProps = Omit<CountsProps, 'children'> & {
  /** When the counts were read, in ms. */
  at: number
}

export function BroadcastProgress({ progress, at, failed }: ProgressProps) {
  const { t } = useTranslation('deliveries')
  const total = totalOf(progress)
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  const rate = useRate(progress.sent, at)
  const number = useCount()
  const told = useCounts(progress)
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={progress.sent}
        aria-valuetext={told.map(({ text }) => text).join(', ')}
        aria-label={t('progress.label')}
      >
        <div data-part="sent" style={{ width: share(progress.sent) }} />
        <div data-part="failed" style={{ width: share(progress.failed) }} />
      </div>
      <BroadcastCounts progress={progress} failed={failed}>
        {rate !== undefined && <span>{t('progress.rate', { rate: number(rate) })}</span>}
      </BroadcastCounts>
    </>
  )
}
