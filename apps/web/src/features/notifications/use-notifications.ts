import { getMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent, StoppedMails } from '@aviary/contract/maintenance/schemas'
import { byLanguage } from '@aviary/contract/messages/body'
import {
  createNotification,
  deleteNotification,
  type NotificationPreview,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, getCurrentValue, isConflict, isNotFound } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useCount } from '../../shared/use-count.ts'
import { type Removed, useRemovedNote } from '../../shared/use-removed-text.ts'
import { isRunning } from '../deliveries/public.ts'

export type Draft = z.input<(typeof previewNotification)['body']>
export type Update = Omit<z.input<(typeof updateNotification)['body']>, 'audit_log_data'>

const SENDING_POLL_MS = 1_000

const isBeingSent = ({ progress, channels }: Notification): boolean =>
  (progress !== null && isRunning(progress)) || (channels !== null && channels.queued > 0)

/** An event's notifications with live progress of mails and channels; `readAt`: when it was read, in milliseconds since 1970. */
export function useLiveNotifications({ id, notifications }: MaintenanceEvent) {
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: ['mails', 'notifications', id],
    queryFn: async ({ signal }) =>
      (await call(getMaintenanceEvent, { params: { id }, signal })).maintenance_event.notifications,
    initialData: notifications,
    staleTime: 5_000,
    enabled: notifications.some(({ broadcast }) => broadcast === 'Y'),
    ...polled,
    refetchInterval: ({ state }) =>
      state.data?.some(isBeingSent) ? SENDING_POLL_MS : polled.refetchInterval,
  })
  return {
    notifications: notifications.map((notification) => withMails(notification, data)),
    readAt: dataUpdatedAt,
    error,
  }
}

/** Takes over the progress of mails and channels only; all other fields come from the event. */
function withMails(notification: Notification, current: readonly Notification[]): Notification {
  const live = current.find(({ id }) => id === notification.id)
  if (live?.mail_queued !== 'Y') return notification
  const { mail_queued, sent_time, broadcast_id, progress, channels } = live
  return { ...notification, mail_queued, sent_time, broadcast_id, progress, channels }
}

/** A preview is valid for one version of the event, which sets audience, data centers and times. */
const previewKey = (draft: Draft, version: number) => ['notification-preview', draft, version] as const

export const usePreview = (draft: Draft, version: number) =>
  useQuery({
    queryKey: previewKey(draft, version),
    queryFn: ({ signal }) => call(previewNotification, { body: draft, signal }),
    // Translated once, so that the text does not change while somebody is reading it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Preview of the mails in the languages that have a text. Without a draft, `data` stays the last preview. */
export const useLivePreview = (draft: Draft | undefined, version: number) =>
  useQuery({
    queryKey: ['live-notification-preview', draft, version],
    queryFn: ({ signal }) =>
      call(previewNotification, { body: { ...(draft as Draft), translate: false }, signal }),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/**
 * Confirmed values to send with the draft: translations for languages that the draft lacks, and the audience and
 * event version, which determine the recipients. Empty without a confirmation.
 */
function getConfirmed(client: QueryClient, draft: Draft, version: number) {
  const shown = client.getQueryData<NotificationPreview>(previewKey(draft, version))
  if (!shown) return {}
  const draftBodies = byLanguage(draft.body)
  const untyped = Object.entries(shown.translations).filter(([locale]) => !draftBodies[locale])
  const { audience, event_version } = shown
  return { translations: Object.fromEntries(untyped), confirmed: { audience, event_version } }
}

/** Whether a write was refused because the event has changed since the confirmation, not the notification. */
function isUnlikeConfirmed(error: unknown): boolean {
  const current = getCurrentValue(error)
  return typeof current === 'object' && current !== null && 'event_version' in current
}

const TOPICS = ['maintenance', 'mails']

/** `name`: name of the draft, under which the idempotency key is kept. `version`: of the event. */
export function useCreateNotification(name: string, version: number, onDone: () => void) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  return useWrite(
    (draft: Draft, keyFor): Promise<Removed> => {
      const body = { ...draft, ...getConfirmed(client, draft, version) }
      // The key ignores what was confirmed, so that a retry with other translations does not mail twice.
      return call(createNotification, { body, idempotencyKey: keyFor(draft) })
    },
    {
      topics: TOPICS,
      createdAs: name,
      done: t('toast.created'),
      note: useRemovedNote(),
      failed: t('toast.createFailed'),
      // spec 2 §8: after a proxy's timeout the server still finishes, so the timeout counts as success
      answerOnTimeout: () => ({}),
      refreshOnFailure: isUnlikeConfirmed,
      onDone,
    },
  )
}

/** `preview`: the draft that was confirmed, if any. */
type SaveInput = { update: Update; preview?: Draft | undefined; eventVersion: number }

/** `onConflict`: called when somebody else has saved first; the new version is being refetched. */
export function useUpdateNotification(onDone: () => void, onConflict: () => void) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  return useWrite(
    ({ update, preview, eventVersion }: SaveInput) => {
      const confirmed = preview ? getConfirmed(client, preview, eventVersion) : {}
      return call(updateNotification, { body: { ...update, ...confirmed } })
    },
    {
      topics: TOPICS,
      done: t('toast.updated'),
      note: useRemovedNote(),
      failed: t('toast.updateFailed'),
      refreshOnFailure: (error) => isConflict(error) || isNotFound(error),
      onDone,
      onFailed: (error) => {
        if (isConflict(error) && !isUnlikeConfirmed(error)) onConflict()
      },
    },
  )
}

export function useDeleteNotification(onDone: () => void) {
  const { t } = useTranslation('notifications')
  const formatCount = useCount()
  const describeResult = ([mails]: readonly StoppedMails[]) =>
    mails
      ? t('toast.deletedMailed', {
          sent: formatCount(mails.sent),
          onTheirWay: formatCount(mails.on_their_way),
          stopped: formatCount(mails.stopped),
        })
      : t('toast.deleted')
  return useWrite(
    (notificationId: number) => call(deleteNotification, { body: { notification_id: notificationId } }),
    {
      topics: TOPICS,
      done: ({ mails }) => describeResult(mails),
      failed: t('toast.deleteFailed'),
      refreshOnFailure: false,
      onDone,
    },
  )
}
