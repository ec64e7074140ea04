import type { Channel } from '@aviary/contract/channels/endpoints'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { readId } from '../../shared/read-id.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordHeaderSkeleton } from '../../ui/RecordHeader.tsx'
import { ChannelHeader } from './ChannelHeader.tsx'
import { Deliveries } from './Deliveries.tsx'
import { OpenChannel } from './OpenChannel.tsx'
import { useChannelRecords } from './use-channel-records.ts'
import { useChannel } from './use-channels.ts'

/** One channel: its state, and what it was sent. */
export function ChannelPage() {
  const { t } = useTranslation('channels')
  const { t: inShell } = useTranslation()
  const { id: text = '' }: { id?: string } = useParams({ strict: false })
  const id = readId(text)
  const query = useChannel(id)
  const title = inShell('screen.Channel Deliveries')
  if (id === undefined || isNotFound(query.error)) return <Unknown id={text} />
  if (query.data) return <Known key={id} id={id} query={query} />
  if (!query.error) return <RecordHeaderSkeleton title={title} loading={t('list.loading')} />
  return (
    <>
      <PageHeader title={title} />
      <LoadError query={query} failure={t('list.error')} />
    </>
  )
}

function Known({ id, query }: { id: number; query: QueryState<{ channel: Channel }> }) {
  const navigate = useNavigate()
  const { data, error, refetch } = query
  const rows = useMemo(() => ({ data: data && [data.channel], error, refetch }), [data, error, refetch])
  const channels = useChannelRecords(rows, id)
  const channel = rows.data?.[0]
  if (!channel) return null
  return (
    <>
      <ChannelHeader channel={channel} actions={channels.records.actions} />
      <Deliveries channel={channel} />
      <OpenChannel {...channels} onDeleted={() => navigate({ to: '/channels' })} />
    </>
  )
}

function Unknown({ id }: { id: string }) {
  const { t } = useTranslation('channels')
  return (
    <>
      <PageHeader title={t('unknown', { id })} />
      <p>{t('unknownHelp')}</p>
      <Link to="/channels">{t('toList')}</Link>
    </>
  )
}
