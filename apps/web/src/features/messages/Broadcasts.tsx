import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useAudienceName } from '../../shared/audience.ts'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { polled } from '../../shared/queries.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { BroadcastProgress, ChannelProgress, isRunning } from '../deliveries/public.ts'
import { FailedMails } from './FailedMails.tsx'
import classes from './messages.module.css'

const SENDING_POLL_MS = 1_000

/** What was mailed about an incident, and how far mails and channels are. */
export function Broadcasts({ jiraId, mayRetry }: { jiraId: string; mayRetry: boolean }) {
  const { t } = useTranslation(['messages', 'deliveries', 'shell'])
  const getAudienceName = useAudienceName()
  const getAuthorName = useAuthorName()
  const getTypeName = useMailTypeName()
  const query = useQuery({
    queryKey: ['mails', 'broadcasts', jiraId],
    queryFn: async ({ signal }) =>
      (await call(listBroadcasts, { query: { reference: jiraId }, signal })).broadcasts,
    ...polled,
    refetchInterval: ({ state }) =>
      state.data?.some(({ progress, channels }) => isRunning(progress) || channels.queued > 0)
        ? SENDING_POLL_MS
        : polled.refetchInterval,
  })
  const { data, dataUpdatedAt } = query
  return (
    <Panel title={t('broadcasts.title')}>
      <Loaded query={query} failure={t('broadcasts.error')} loading={t('broadcasts.loading')} rows={2} />
      {data?.length === 0 && <EmptyState title={t('broadcasts.none')} />}
      <ul className={classes.broadcasts}>
        {data?.map((broadcast) => (
          <li key={broadcast.broadcast_id}>
            <h3>
              {broadcast.is_correction
                ? t('deliveries:correction', { type: getTypeName(broadcast.message_type) })
                : getTypeName(broadcast.message_type)}
            </h3>
            <p>{broadcast.subject}</p>
            <p className="muted">
              <strong>{getAudienceName(broadcast.audience)}</strong> · {getAuthorName(broadcast.created_by)} ·{' '}
              <Time at={broadcast.created_date} />
            </p>
            <BroadcastProgress progress={broadcast.progress} readAt={dataUpdatedAt} />
            <ChannelProgress progress={broadcast.channels} />
            {broadcast.progress.failed > 0 && (
              <FailedMails broadcastId={broadcast.broadcast_id} mayRetry={mayRetry} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
