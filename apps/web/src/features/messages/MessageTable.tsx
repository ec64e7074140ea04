import { FALLBACK_LOCALE, MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { isEdited } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { WhatChanged } from '../timeline/public.ts'

type MessageTableProps = {
  messages: readonly ManagedMessage[]
  mayEdit: boolean
  mayDelete: boolean
  mayTouchInternal: boolean
  onEdit: (message: ManagedMessage) => void
  onDelete: (message: ManagedMessage) => void
}

// spec 1 §2.9
const NEWEST_FIRST = { key: 'created_date', isDescending: true }
const PAGE = 50

/** The messages of an incident with edit and delete buttons (spec 1 §2.9). */
export function MessageTable(props: MessageTableProps) {
  const { t } = useTranslation('messages')
  const formatCount = useCount()
  const offline = useOfflineReason()
  const typeName = useMessageTypeName()
  const columns = useMessageColumns()
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: PAGE })
  const mayTouch = ({ message_type }: ManagedMessage) =>
    props.mayTouchInternal || !isInternalTitle(message_type)
  const button = (text: string, message: ManagedMessage, run: (message: ManagedMessage) => void) => (
    <Button
      size="compact-sm"
      variant="default"
      ml={4}
      disabled={offline !== undefined}
      title={offline}
      aria-label={`${text}: ${typeName(message.title)}, ${message.created_date}`}
      onClick={() => run(message)}
    >
      {text}
    </Button>
  )
  return (
    <DataTable
      label={t('list.title')}
      rows={props.messages}
      columns={columns}
      rowId={({ id }) => String(id)}
      minWidth="940px"
      {...table}
      count={t('list.count', { count: props.messages.length, number: formatCount(props.messages.length) })}
      empty={t('list.none')}
      actions={{
        title: t('list.actions'),
        width: '12rem',
        render: (message) =>
          mayTouch(message) && (
            <>
              {props.mayEdit && button(t('edit'), message, props.onEdit)}
              {props.mayDelete && button(t('delete'), message, props.onDelete)}
            </>
          ),
      }}
    />
  )
}

function useMessageColumns(): readonly Column<ManagedMessage>[] {
  const { t } = useTranslation(['messages', 'shell'])
  const typeName = useMessageTypeName()
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('column.title'),
        width: '14rem',
        value: ({ title }) => typeName(title),
        render: (message) => (
          <>
            {typeName(message.title)}
            {isInternalTitle(message.title) && <InternalMark />}
            {isEdited(message) && (
              <div>
                <span className="muted">{t('edited')}</span> <WhatChanged message={message} />
              </div>
            )}
          </>
        ),
      },
      {
        key: 'created_date',
        title: t('column.created'),
        width: '22rem',
        value: ({ created_epoch, id }) => created_epoch * 1_000_000 + id,
        render: ({ created_date }) => <Time at={created_date} />,
      },
      {
        key: 'body',
        title: t('column.body'),
        isSortable: false,
        value: ({ body, message }) =>
          bodyPreview(body[FALLBACK_LOCALE] ?? message, MESSAGE_PREVIEW_MAX_CHARACTERS),
      },
    ],
    [t, typeName],
  )
}
