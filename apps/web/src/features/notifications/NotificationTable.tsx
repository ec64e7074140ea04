import { MAINTENANCE_TABLE_PAGE } from '@aviary/contract/constants'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { useNotificationColumns } from './use-notification-columns.tsx'

type NotificationTableProps = {
  notifications: readonly Notification[]
  /** When the mail progress was read, in milliseconds since 1970. */
  readAt: number
  mayEdit: boolean
  mayDelete: boolean
  onEdit: (notification: Notification) => void
  onDelete: (notification: Notification) => void
}

const NEWEST_FIRST = { key: 'created', isDescending: true }

export function NotificationTable(props: NotificationTableProps) {
  const { t } = useTranslation('notifications')
  const formatCount = useCount()
  const offline = useOfflineReason()
  const columns = useNotificationColumns(props.readAt)
  const table = useTableParams({ columns, initialSort: NEWEST_FIRST, pageSize: MAINTENANCE_TABLE_PAGE })
  const { mayEdit, mayDelete, onEdit, onDelete } = props
  const actions = useMemo((): RowActions<Notification> | undefined => {
    if (!mayEdit && !mayDelete) return undefined
    return {
      title: t('list.actions'),
      nameOf: ({ title, created_date }) => `${title}, ${created_date}`,
      of: (notification) => [
        ...(mayEdit ? [{ label: t('edit'), run: () => onEdit(notification), disabledReason: offline }] : []),
        ...(mayDelete
          ? [
              {
                label: t('delete'),
                run: () => onDelete(notification),
                disabledReason: offline,
                isDanger: true,
              },
            ]
          : []),
      ],
    }
  }, [t, offline, mayEdit, mayDelete, onEdit, onDelete])
  return (
    <DataTable
      label={t('title')}
      name="notifications"
      rows={props.notifications}
      columns={columns}
      rowId={({ id }) => String(id)}
      {...table}
      count={t('list.count', {
        count: props.notifications.length,
        number: formatCount(props.notifications.length),
      })}
      empty={t('list.none')}
      actions={actions}
    />
  )
}
