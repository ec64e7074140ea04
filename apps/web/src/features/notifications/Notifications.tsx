import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import {
  createNotification,
  deleteNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { updateTemplate } from '@aviary/contract/templates/endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CREATED_PARAMETER } from '../../shared/created-event.ts'
import { useMay } from '../../shared/may.ts'
import { hasDraft } from '../../shared/saving/use-draft.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useFocusRescue } from '../../ui/use-focus.ts'
import { CreateNotification, createDraft } from './CreateNotification.tsx'
import { DeleteNotification } from './DeleteNotification.tsx'
import { editDraft } from './edited-notification.ts'
import { NotificationTable } from './NotificationTable.tsx'
import classes from './notifications.module.css'
import { TellPeople } from './TellPeople.tsx'
import { UpdateNotification } from './UpdateNotification.tsx'
import { useLiveNotifications } from './use-notifications.ts'

type Open = { what: 'create' } | { what: 'update' | 'delete'; id: number }

/** Finds the form whose draft survived a reload or leaving the page. */
function findDraftedForm(eventId: number, notifications: readonly Notification[]): Open | undefined {
  if (hasDraft(createDraft(eventId))) return { what: 'create' }
  const edited = notifications.find(({ id }) => hasDraft(editDraft(id)))
  return edited && { what: 'update', id: edited.id }
}

/** The notifications of an event with their actions (spec 2 §2.4). */
export function Notifications({ event }: { event: MaintenanceEvent }) {
  const { t } = useTranslation('notifications')
  const may = useMay()
  const { notifications, readAt, error } = useLiveNotifications(event)
  const [chosen, setOpen] = useState<Open | 'drafted' | undefined>('drafted')
  const open = chosen === 'drafted' ? findDraftedForm(event.id, notifications) : chosen
  const close = () => setOpen(undefined)
  const mayCreate = may(createNotification)
  const mayEdit = may(updateNotification)
  const openNotification = open && 'id' in open ? notifications.find(({ id }) => id === open.id) : undefined
  const { read, write } = useSearchParams()
  // The effect below removes the URL parameter, so that a reload, Back or a copied link does not repeat the offer.
  const [isNew, setNew] = useState(() => read(CREATED_PARAMETER) === 'Y')
  const isAddressed = read(CREATED_PARAMETER) !== ''
  useEffect(() => {
    if (isAddressed) write({ [CREATED_PARAMETER]: '' })
  }, [isAddressed, write])
  const isOffered = isNew && mayCreate && notifications.length === 0
  const endOffer = () => setNew(false)
  const rescue = useFocusRescue()
  const aside = (
    <div className={classes.aside}>
      {may(updateTemplate) && (
        <Link to="/template_management/$type" params={{ type: 'notification' } as never}>
          {t('manageTemplates')}
        </Link>
      )}
      {mayCreate && !isOffered && (
        <Button size="sm" onClick={() => setOpen({ what: 'create' })}>
          {t('create')}
        </Button>
      )}
    </div>
  )
  return (
    <Panel title={t('title')} aside={aside}>
      <div {...rescue}>
        {isOffered && (
          <TellPeople
            onCreate={() => {
              endOffer()
              setOpen({ what: 'create' })
            }}
            onDismiss={endOffer}
          />
        )}
      </div>
      {event.cancelled_date && <p className="muted">{t('cancelled')}</p>}
      <NotificationTable
        notifications={notifications}
        readAt={readAt}
        mayEdit={mayEdit}
        mayDelete={may(deleteNotification)}
        onEdit={({ id }) => setOpen({ what: 'update', id })}
        onDelete={({ id }) => setOpen({ what: 'delete', id })}
      />
      {error && (
        <p className="muted" role="status">
          {t('list.progressStale')}
        </p>
      )}
      {open?.what === 'create' && mayCreate && <CreateNotification event={event} onClose={close} />}
      {open?.what === 'update' && mayEdit && (
        <UpdateCurrent key={open.id} current={openNotification} event={event} onClose={close} />
      )}
      {open?.what === 'delete' && openNotification && (
        <DeleteNotification notification={openNotification} event={event} onClose={close} />
      )}
    </Panel>
  )
}

type UpdateProps = { current: Notification | undefined; event: MaintenanceEvent; onClose: () => void }

/** Edits the notification as stored now; a notification that somebody else deleted is shown as last seen. */
function UpdateCurrent({ current, event, onClose }: UpdateProps) {
  const [seen, setSeen] = useState(current)
  if (current && current !== seen) setSeen(current)
  const notification = current ?? seen
  return (
    notification && (
      <UpdateNotification notification={notification} event={event} isDeleted={!current} onClose={onClose} />
    )
  )
}
