import '@mantine/core/styles/Button.css'
import { type Broadcast, listBroadcasts, type Progress } from '@aviary/contract/deliveries/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, reasonOf } from '../../shared/api.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { FailedMails } from './FailedMails.tsx'
import classes from './messages.module.css'

const WHILE_SENDING_MS = 1_000

const isUnderWay = ({ progress }: Broadcast): boolean => progress.queued + progress.deferred > 0

/** What was mailed about an incident, and how far it is. */
export function Broadcasts({ jiraId, mayRetry }: { jiraId: string; mayRetry: boolean }) {
  const { t } = useTranslation(['messages', 'shell'])
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['mails', 'broadcasts', jiraId],
    queryFn: async ({ signal }) =>
      (await call(listBroadcasts, { query: { reference: jiraId }, signal })).broadcasts,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WHILE_SENDING_MS : false),
  })
  return (
    <Panel title={t('broadcasts.title')}>
      {!data && error && (
        <ErrorState
          title={t('broadcasts.error')}
          reason={reasonOf(error)}
          again={{ run: () => void refetch() }}
        />
      )}
      {!data && !error && <Skeleton rows={2} label={t('broadcasts.loading')} />}
      {data?.length === 0 && <EmptyState title={t('broadcasts.none')} />}
      <ul className={classes.broadcasts}>
        {data?.map((broadcast) => (
          <li key={broadcast.broadcast_id}>
            <h3>{broadcast.subject}</h3>
            <p className="muted">
              <strong>{broadcast.audience}</strong> · {broadcast.created_by} ·{' '}
              <Time at={broadcast.created_date} />
            </p>
            <ProgressBar progress={broadcast.progress} at={dataUpdatedAt} />
            {broadcast.progress.failed > 0 && (
              <FailedMails broadcastId={broadcast.broadcast_id} mayRetry={mayRetry} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const PARTS = ['queued', 'sent', 'deferred', 'failed'] as const

/** Mails a second since the last look; undefined when nothing was sent meanwhile. */
function useRate(sent: number, at: number): number | undefined {
  const [seen, setSeen] = useState({ sent, at, rate: 0 })
  if (at > seen.at)
    setSeen({ sent, at, rate: Math.max(0, Math.round((sent - seen.sent) / ((at - seen.at) / 1000))) })
  return seen.rate > 0 ? seen.rate : undefined
}

/** `at`: when the counts were read, in ms. */
function ProgressBar({ progress, at }: { progress: Progress; at: number }) {
  const { t, i18n } = useTranslation('messages')
  const total = PARTS.reduce((sum, part) => sum + progress[part], 0)
  const format = new Intl.NumberFormat(i18n.language)
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  const rate = useRate(progress.sent, at)
  const told = PARTS.map((part) => t(`broadcasts.${part}`, { count: format.format(progress[part]) }))
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={progress.sent}
        aria-valuetext={told.join(', ')}
        aria-label={t('broadcasts.progress')}
      >
        <div data-part="sent" style={{ width: share(progress.sent) }} />
        <div data-part="failed" style={{ width: share(progress.failed) }} />
      </div>
      <p className={classes.counts}>
        {told.map((text) => (
          <span key={text}>{text}</span>
        ))}
        {rate !== undefined && <span>{t('broadcasts.rate', { rate: format.format(rate) })}</span>}
      </p>
    </>
  )
}
