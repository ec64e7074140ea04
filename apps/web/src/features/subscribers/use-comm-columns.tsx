import type { CommEvent } from '@aviary/contract/subscribers/endpoints'
import {
  IconArrowBackUp,
  IconCheck,
  IconClockHour4,
  IconExclamationMark,
  IconMinus,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { useIsWide } from '../../shared/use-width.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { ReferenceLink } from '../deliveries/public.ts'
import type { CommRow } from './comm-row.ts'
import classes from './subscribers.module.css'

const ICONS: Record<CommEvent['email_event'], typeof IconCheck> = {
  queued: IconClockHour4,
  deferred: IconExclamationMark,
  failed: IconX,
  retried: IconRefresh,
  sent: IconCheck,
  stopped: IconMinus,
  bounced: IconArrowBackUp,
}

/** The event, with the mail server's response or the person who asked for a retry. */
function Happened({ row }: { row: CommRow }) {
  const { t } = useTranslation('subscribers')
  const { email_event: event, response } = row.comm
  const Icon = ICONS[event]
  return (
    <>
      <span className={classes.event} data-event={event}>
        <Icon size={14} stroke={2.5} aria-hidden="true" />
        {row.event}
      </span>
      {response && (
        <span className={classes.response}>
          {event === 'retried' ? t('history.askedBy', { person: response }) : response}
        </span>
      )}
    </>
  )
}

/** A narrow window shows only the columns that the specification names. */
export function useCommColumns(): readonly Column<CommRow>[] {
  const { t } = useTranslation('subscribers')
  const isWide = useIsWide()
  const typeName = useMailTypeName()
  return useMemo(() => {
    const columns: Column<CommRow>[] = [
      {
        key: 'event_title',
        title: t('column.reference'),
        width: '100px',
        card: 'tag',
        value: ({ comm }) => comm.event_title,
        render: ({ comm }) => <ReferenceLink reference={comm.event_title} />,
      },
      {
        key: 'message_type',
        title: t('column.type'),
        width: '170px',
        card: 'title',
        value: ({ comm }) => typeName(comm.message_type),
      },
      {
        key: 'email_event',
        title: t('column.event'),
        card: 'line',
        value: ({ event }) => event,
        render: (row) => <Happened row={row} />,
      },
      {
        key: 'application',
        title: t('column.application'),
        width: '7.25rem',
        value: ({ comm }) => comm.application,
      },
      {
        key: 'event_time',
        title: t('column.time'),
        width: TIME_WIDTH,
        card: 'line',
        value: ({ happenedAt }) => happenedAt,
        render: ({ comm }) => <RowTime at={comm.event_time} />,
      },
    ]
    if (!isWide) return columns
    return [
      ...columns,
      { key: 'comm_type', title: t('column.kind'), width: '120px', value: ({ kind }) => kind },
      {
        key: 'data_centers',
        title: t('column.dataCenter'),
        width: '110px',
        value: ({ dataCenters }) => dataCenters,
      },
      { key: 'services', title: t('column.service'), width: '6.5rem', value: ({ services }) => services },
      {
        key: 'created_on',
        title: t('column.created'),
        width: TIME_WIDTH,
        value: ({ created }) => created,
        render: ({ comm }) => <RowTime at={comm.created_on} />,
      },
    ]
  }, [t, isWide, typeName])
}
