import { FALLBACK_LOCALE, MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { isEdited } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessageName, useMessageTypeName } from '../../shared/message-type-names.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { MessageHistory } from '../timeline/public.ts'

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
/** A longer body is read in its dialog, not in a tooltip. */
const TIP_MAX_CHARACTERS = 600

const bodyOf = ({ body, message }: ManagedMessage): string => body[FALLBACK_LOCALE] ?? message

/** The messages of an incident with Edit and Delete (spec 1 §2.9). */
export function MessageTable(props: MessageTableProps) {
  const { t } = useTranslation(['messages', 'timeline'])
  const formatCount = useCount()
  const offline = useOfflineReason()
  const nameOf = useMessageName()
  const [compared, setCompared] = useState<ManagedMessage>()
  const columns = useMessageColumns()
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: PAGE })
  const { mayEdit, mayDelete, mayTouchInternal, onEdit, onDelete } = props
  const actions = useMemo(
    (): RowActions<ManagedMessage> => ({
      title: t('list.actions'),
      nameOf,
      of: (message) => {
        const compare = { label: t('timeline:whatChanged'), run: () => setCompared(message) }
        const reads = isEdited(message) ? [compare] : []
        if (!mayTouchInternal && isInternalTitle(message.message_type)) return reads
        return [
          ...reads,
          ...(mayEdit ? [{ label: t('edit'), run: () => onEdit(message), disabledReason: offline }] : []),
          ...(mayDelete
            ? [{ label: t('delete'), run: () => onDelete(message), disabledReason: offline, isDanger: true }]
            : []),
        ]
      },
    }),
    [t, nameOf, offline, mayEdit, mayDelete, mayTouchInternal, onEdit, onDelete],
  )
  return (
    <>
      <DataTable
        label={t('list.title')}
        name="messages"
        rows={props.messages}
        columns={columns}
        rowId={({ id }) => String(id)}
        {...table}
        count={t('list.count', { count: props.messages.length, number: formatCount(props.messages.length) })}
        empty={t('list.none')}
        actions={actions}
      />
      {compared && <MessageHistory message={compared} onClose={() => setCompared(undefined)} />}
    </>
  )
}

function Preview({ text }: { text: string }) {
  const shown = bodyPreview(text, MESSAGE_PREVIEW_MAX_CHARACTERS)
  const whole = bodyPreview(text, TIP_MAX_CHARACTERS)
  return shown === whole ? shown : <span data-tip={whole}>{shown}</span>
}

function useMessageColumns(): readonly Column<ManagedMessage>[] {
  const { t } = useTranslation(['messages', 'shell'])
  const typeName = useMessageTypeName()
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('column.title'),
        width: '240px',
        card: 'title',
        value: ({ title }) => typeName(title),
        render: (message) => (
          <>
            {isInternalTitle(message.title) && <InternalMark />}
            {typeName(message.title)}
            {isEdited(message) && <span className="muted"> {t('edited')}</span>}
          </>
        ),
      },
      {
        key: 'created_date',
        title: t('column.created'),
        width: TIME_WIDTH,
        card: 'line',
        value: ({ created_epoch, id }) => created_epoch * 1_000_000 + id,
        render: ({ created_date }) => <RowTime at={created_date} />,
      },
      {
        key: 'body',
        title: t('column.body'),
        isSortable: false,
        value: (message) => bodyPreview(bodyOf(message), MESSAGE_PREVIEW_MAX_CHARACTERS),
        render: (message) => <Preview text={bodyOf(message)} />,
      },
    ],
    [t, typeName],
  )
}
