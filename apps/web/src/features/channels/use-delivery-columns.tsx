import type { ChannelDelivery } from '@aviary/contract/channels/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH } from '../../ui/table/table-column.ts'
import { DeliveryState } from '../deliveries/public.ts'
import { EventType } from './EventType.tsx'
import { Reference } from './Reference.tsx'

export function useDeliveryColumns(): readonly Column<ChannelDelivery>[] {
  const { t } = useTranslation(['channels', 'deliveries'])
  const number = useCount()
  return useMemo(() => {
    const time = (at: string | null) => at && <RowTime at={at} isShort />
    const columns: Column<ChannelDelivery>[] = [
      {
        key: 'state',
        title: t('deliveries:column.state'),
        width: '122px',
        card: 'tag',
        value: ({ state }) => state,
        render: ({ state, response }) => <DeliveryState state={state} response={response} />,
      },
      {
        key: 'event',
        title: t('column.event'),
        width: '310px',
        card: 'title',
        value: ({ event }) => t(`event.${event}`),
        render: ({ event }) => <EventType event={event} />,
      },
      {
        key: 'reference',
        title: t('column.reference'),
        width: '110px',
        card: 'tag',
        value: ({ reference }) => reference,
        render: ({ reference }) => <Reference reference={reference} />,
      },
      {
        key: 'attempts',
        title: t('column.attempts'),
        width: '80px',
        isNumber: true,
        value: ({ attempts }) => attempts,
        render: ({ attempts }) => number(attempts),
      },
      { key: 'response', title: t('column.response'), value: ({ response }) => response },
      {
        key: 'created',
        title: t('column.created'),
        width: SHORT_TIME_WIDTH,
        card: 'line',
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => time(created_date),
      },
      {
        key: 'sent',
        title: t('column.sent'),
        width: SHORT_TIME_WIDTH,
        value: ({ sent_date }) => sent_date,
        render: ({ sent_date }) => time(sent_date),
      },
      {
        key: 'next',
        title: t('column.next'),
        width: SHORT_TIME_WIDTH,
        value: ({ next_try_date }) => next_try_date,
        render: ({ next_try_date }) => time(next_try_date),
      },
    ]
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, number])
}
