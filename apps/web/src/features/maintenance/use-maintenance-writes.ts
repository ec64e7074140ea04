import {
  createMaintenanceEvent,
  createMaintenanceWindow,
  deleteMaintenanceEvent,
  deleteMaintenanceWindow,
  updateMaintenanceEvent,
  updateMaintenanceWindow,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent, MaintenanceWindow, StoppedMails } from '@aviary/contract/maintenance/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, isConflict, isGatewayTimeout } from '../../shared/api.ts'
import { forgetKey, keyOf } from '../../shared/idempotency-key.ts'
import { useSession } from '../../shared/session.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'
import { useCount } from '../../shared/use-count.ts'
import { createDraft } from './edited-event.ts'
import { type EventValues, type Kind, newEvent, newWindow, sentFields } from './event-values.ts'

export function useCreateEvent(kind: Kind, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const { email } = useSession()
  const client = useQueryClient()
  const name = createDraft(kind)
  const done = () => {
    forgetKey(name)
    tellSuccess(t('toast.created'))
    client.invalidateQueries({ queryKey: ['maintenance'] })
    onDone()
  }
  const send = async (values: EventValues): Promise<void> => {
    if (kind === 'event') {
      const body = newEvent(values, email)
      await call(createMaintenanceEvent, { body, idempotencyKey: keyOf(name, body) })
    } else {
      const body = newWindow(values, email)
      await call(createMaintenanceWindow, { body, idempotencyKey: keyOf(name, body) })
    }
  }
  return useMutation({
    mutationFn: send,
    onSuccess: done,
    // spec 2 §8: a creation failure whose reason contains 504 is treated as success
    onError: (error) => (isGatewayTimeout(error) ? done() : tellError(t('toast.createFailed'), error)),
  })
}

/** An edit of an event, or of a window whose notification is given. */
type Edited = { event: MaintenanceEvent | MaintenanceWindow; values: EventValues; version: number }

export function useUpdateEvent(kind: Kind, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['maintenance'] })
  const send = async ({ event, values, version }: Edited): Promise<void> => {
    if (kind === 'event')
      await call(updateMaintenanceEvent, { body: { id: event.id, ...sentFields(values), version } })
    else
      await call(updateMaintenanceWindow, {
        body: {
          ...newWindow(values, event.created_by),
          id: event.id,
          notification_id: notificationOf(event),
          version,
        },
      })
  }
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      tellSuccess(t('toast.updated'))
      refresh()
      onDone()
    },
    onError: (error) => {
      if (isConflict(error)) refresh()
      tellError(t('toast.updateFailed'), error)
    },
  })
}

/** Only windows that have one can be opened for an edit. */
const notificationOf = (event: MaintenanceEvent | MaintenanceWindow): number =>
  'notification_id' in event ? (event.notification_id ?? 0) : 0

export function useDeleteEvent(kind: Kind, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const client = useQueryClient()
  const number = useCount()
  const numbers = ({ title, sent, on_their_way, stopped }: StoppedMails) =>
    t('toast.stoppedMails', {
      title,
      sent: number(sent),
      onTheirWay: number(on_their_way),
      stopped: number(stopped),
    })
  return useMutation({
    mutationFn: ({ id }: { id: number }) =>
      kind === 'event'
        ? call(deleteMaintenanceEvent, { body: { id } })
        : call(deleteMaintenanceWindow, { query: { id } }),
    onSuccess: ({ mails }) => {
      tellSuccess([t('toast.deleted'), ...mails.map(numbers)].join(' '))
      // First away from the page of what is gone, then the lists are read again.
      onDone()
      client.invalidateQueries({ queryKey: ['maintenance'] })
      client.invalidateQueries({ queryKey: ['mails'] })
    },
    onError: (error) => tellError(t('toast.deleteFailed'), error),
  })
}
