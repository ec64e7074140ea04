import type { ChannelLedgerRow } from '@aviary/contract/channels/ledger-endpoints'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH } from '../../ui/table/table-column.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { ReferenceLink } from './ReferenceLink.tsx'

export function useToldColumns(): readonly Column<ChannelLedgerRow>[] {
  const { t } = useTranslation(['deliveries', 'channels'])
  const typeName = useMailTypeName()
  return useMemo(() => {
    const columns: Column<ChannelLedgerRow>[] = [
      {
        key: 'state',
        title: t('column.state'),
        width: '122px',
        card: 'tag',
        value: ({ state }) => state,
        render: ({ state, response }) => <DeliveryState state={state} response={response} />,
      },
      {
        key: 'channel',
        title: t('channels.column'),
        width: '190px',
        card: 'title',
        value: ({ name }) => name ?? t('channels.hidden'),
        render: ({ name, channel_id }) => <ChannelName name={name} channelId={channel_id} />,
      },
      {
        key: 'kind',
        title: t('channels:column.kind'),
        width: '96px',
        value: ({ kind }) => t(`channels:kind.${kind}`),
      },
      {
        key: 'event',
        title: t('channels:column.event'),
        width: '176px',
        card: 'line',
        value: ({ event }) => t(`channels:event.${event}`),
      },
      {
        key: 'reference',
        title: t('column.reference'),
        width: '110px',
        card: 'tag',
        value: ({ reference }) => reference,
        render: ({ reference }) => <ReferenceLink reference={reference} />,
      },
      {
        key: 'when',
        title: t('column.when'),
        width: SHORT_TIME_WIDTH,
        card: 'line',
        value: ({ sent_date, created_date }) => sent_date ?? created_date,
        render: ({ sent_date, created_date }) => <RowTime at={sent_date ?? created_date} isShort />,
      },
      {
        key: 'type',
        title: t('column.type'),
        width: '130px',
        value: ({ message_type }) => message_type && typeName(message_type),
      },
      { key: 'response', title: t('channels:column.response'), value: ({ response }) => response },
    ]
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, typeName])
}

/** Leads to the channel, unless it is deleted or the reader may not see it. */
function ChannelName({ name, channelId }: { name: string | null; channelId: number | null }) {
  const { t } = useTranslation('deliveries')
  if (name === null) return <span className="muted">{t('channels.hidden')}</span>
  if (channelId === null) return name
  return (
    <Link to="/channels/$id" params={{ id: String(channelId) } as never}>
      {name}
    </Link>
  )
}
