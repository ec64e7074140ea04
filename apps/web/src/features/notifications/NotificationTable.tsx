import { MAINTENANCE_TABLE_PAGE } from '@aviary/contract/constants'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTableParams } from '../../shared/use-table-params.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import classes from './notifications.module.css'
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
  const button = (text: string, notification: Notification, run: (notification: Notification) => void) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={offline !== undefined}
      title={offline}
      aria-label={`${text}: ${notification.title}, ${notification.created_date}`}
      onClick={() => run(notification)}
    >
      {text}
    </Button>
  )
  const hasActions = props.mayEdit || props.mayDelete
  return (
    <DataTable
      label={t('title')}
      rows={props.notifications}
      columns={columns}
      rowId={({ id }) => String(id)}
      minWidth="980px"
      {...table}
      count={t('list.count', {
        count: props.notifications.length,
        number: formatCount(props.notifications.length),
      })}
      empty={t('list.none')}
      {...(hasActions && {
        actions: {
          title: t('list.actions'),
          width: '7.5rem',
          render: (notification: Notification) => (
            <div className={classes.actions}>
              {props.mayEdit && button(t('edit'), notification, props.onEdit)}
              {props.mayDelete && button(t('delete'), notification, props.onDelete)}
            </div>
          ),
        },
      })}
    />
  )
}
