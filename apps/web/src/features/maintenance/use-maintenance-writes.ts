import {
  cancelMaintenanceEvent,
  createMaintenanceEvent,
  createMaintenanceWindow,
  deleteMaintenanceEvent,
  deleteMaintenanceWindow,
  updateMaintenanceEvent,
  updateMaintenanceWindow,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent, MaintenanceWindow, StoppedMails } from '@aviary/contract/maintenance/schemas'
import { useTranslation } from 'react-i18next'
import { call, isConflict } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useSession } from '../../shared/session.ts'
import { useCount } from '../../shared/use-count.ts'
import {
  createDraft,
  type EventValues,
  type Kind,
  newEvent,
  newWindow,
  toRequestFields,
  toValues,
} from './event-values.ts'

/** `onDone` gets the id of a v2 event; undefined for a v1 event, or if the call timed out. */
export function useCreateEvent(kind: Kind, onDone: (eventId: number | undefined) => void) {
  const { t } = useTranslation('maintenance')
  const { email } = useSession()
  return useWrite(
    async (values: EventValues, keyFor): Promise<number | undefined> => {
      if (kind === 'event') {
        const body = newEvent(values, email)
        return (await call(createMaintenanceEvent, { body, idempotencyKey: keyFor(body) })).maintenance_event
          .id
      }

      const body = newWindow(values, email)
      await call(createMaintenanceWindow, { body, idempotencyKey: keyFor(body) })
      return undefined
    },
    {
      topics: ['maintenance'],
      createdAs: createDraft(kind),
      done: t('toast.created'),
      failed: t('toast.createFailed'),
      // spec 2 §8: a creation failure whose reason contains 504 is treated as success
      answerOnTimeout: () => undefined,
      refreshOnFailure: false,
      onDone,
    },
  )
}

/** An edit of an event, or of a v1 window together with its notification. */
type EventUpdate = { event: MaintenanceEvent | MaintenanceWindow; values: EventValues; version: number }

export function useUpdateEvent(kind: Kind, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  return useWrite(
    async ({ event, values, version }: EventUpdate): Promise<void> => {
      const body = { id: event.id, version }
      if (kind === 'event')
        await call(updateMaintenanceEvent, { body: { ...body, ...toRequestFields(values) } })
      else
        await call(updateMaintenanceWindow, {
          body: {
            ...newWindow(values, event.created_by, toValues(event).body),
            ...body,
            notification_id: getNotificationId(event),
          },
        })
    },
    {
      topics: ['maintenance'],
      done: t('toast.updated'),
      failed: t('toast.updateFailed'),
      refreshOnFailure: isConflict,
      onDone,
    },
  )
}

/** Forms open only for windows with a notification, so 0 is never sent. */
const getNotificationId = (event: MaintenanceEvent | MaintenanceWindow): number =>
  'notification_id' in event ? (event.notification_id ?? 0) : 0

/** Says for each notification how many of its mails were sent, and how many stopped. */
function useStoppedWords() {
  const { t } = useTranslation('maintenance')
  const formatCount = useCount()
  return ({ title, sent, on_their_way, stopped }: StoppedMails) =>
    t('toast.stoppedMails', {
      title,
      sent: formatCount(sent),
      onTheirWay: formatCount(on_their_way),
      stopped: formatCount(stopped),
    })
}

export function useCancelEvent(onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const words = useStoppedWords()
  return useWrite(({ id }: { id: number }) => call(cancelMaintenanceEvent, { body: { id } }), {
    topics: ['maintenance', 'mails'],
    done: ({ mails }) => [t('toast.cancelled'), ...mails.map(words)].join(' '),
    failed: t('toast.cancelFailed'),
    refreshOnFailure: isConflict,
    onDone,
  })
}

export function useDeleteEvent(kind: Kind, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const words = useStoppedWords()
  return useWrite(
    ({ id }: { id: number }) =>
      kind === 'event'
        ? call(deleteMaintenanceEvent, { body: { id } })
        : call(deleteMaintenanceWindow, { query: { id } }),
    {
      topics: ['maintenance', 'mails'],
      done: ({ mails }) => [t('toast.deleted'), ...mails.map(words)].join(' '),
      failed: t('toast.deleteFailed'),
      refreshOnFailure: false,
      onDone,
    },
  )
}
