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
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, isConflict, isNotFound } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useCount } from '../../shared/use-count.ts'
import { type Removed, useRemovedNote } from '../../shared/use-removed-text.ts'
import { isUnderWay } from '../deliveries/public.ts'

export type Draft = z.input<(typeof previewNotification)['body']>
export type Update = Omit<z.input<(typeof updateNotification)['body']>, 'audit_log_data'>

const WHILE_SENDING_MS = 1_000

const isBeingMailed = ({ progress }: Notification): boolean => progress !== null && isUnderWay(progress)

/** The notifications of an event, each with how far its mails are by the second; `at` is when that was read, in ms. */
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
      state.data?.some(isBeingMailed) ? WHILE_SENDING_MS : polled.refetchInterval,
  })
  return { notifications: notifications.map((one) => withMails(one, data)), at: dataUpdatedAt, error }
}

/** What the mails have come to meanwhile; what the notification says is the event's to tell. */
function withMails(notification: Notification, read: readonly Notification[]): Notification {
  const live = read.find(({ id }) => id === notification.id)
  if (live?.mail_queued !== 'Y') return notification
  const { mail_queued, sent_time, broadcast_id, progress } = live
  return { ...notification, mail_queued, sent_time, broadcast_id, progress }
}

const previewKey = (draft: Draft) => ['notification-preview', draft] as const

export const usePreview = (draft: Draft) =>
  useQuery({
    queryKey: previewKey(draft),
    queryFn: ({ signal }) => call(previewNotification, { body: draft, signal }),
    // It is translated once: what somebody is reading does not change under their eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** The texts that a confirmation showed and that the draft itself does not hold; undefined when there was none. */
function shownTranslations(client: QueryClient, draft: Draft): Record<string, string> | undefined {
  const shown = client.getQueryData<NotificationPreview>(previewKey(draft))
  const given = byLanguage(draft.body)
  return shown && Object.fromEntries(Object.entries(shown.translations).filter(([locale]) => !given[locale]))
}

const TOPICS = ['maintenance', 'mails']

/** `name`: the draft that is sent. */
export function useCreateNotification(name: string, onDone: () => void) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  return useWrite(
    (draft: Draft, keyFor): Promise<Removed> => {
      // A draft that was confirmed is sent in the very words that the confirmation showed.
      const translations = shownTranslations(client, draft)
      const body = translations ? { ...draft, translations } : draft
      // The key names the draft alone: another translation of it is no reason to mail everybody twice.
      return call(createNotification, { body, idempotencyKey: keyFor(draft) })
    },
    {
      topics: TOPICS,
      createdAs: name,
      done: t('toast.created'),
      note: useRemovedNote(),
      failed: t('toast.createFailed'),
      // spec 2 §8: the server goes on although a proxy gave up waiting
      answerOnTimeout: () => ({}),
      refreshOnFailure: false,
      onDone,
    },
  )
}

/** `preview`: what the confirmation showed, when there was one. */
type Save = { update: Update; preview?: Draft | undefined }

/** `onConflict`: somebody else's save came first, and is read. */
export function useUpdateNotification(onDone: () => void, onConflict: () => void) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  return useWrite(
    ({ update, preview }: Save) => {
      const translations = preview && shownTranslations(client, preview)
      return call(updateNotification, { body: translations ? { ...update, translations } : update })
    },
    {
      topics: TOPICS,
      done: t('toast.updated'),
      note: useRemovedNote(),
      failed: t('toast.updateFailed'),
      refreshOnFailure: (error) => isConflict(error) || isNotFound(error),
      onDone,
      onFailed: (error) => {
        if (isConflict(error)) onConflict()
      },
    },
  )
}

export function useDeleteNotification(onDone: () => void) {
  const { t } = useTranslation('notifications')
  const number = useCount()
  const told = ([mails]: readonly StoppedMails[]) =>
    mails
      ? t('toast.deletedMailed', {
          sent: number(mails.sent),
          onTheirWay: number(mails.on_their_way),
          stopped: number(mails.stopped),
        })
      : t('toast.deleted')
  return useWrite(
    (notificationId: number) => call(deleteNotification, { body: { notification_id: notificationId } }),
    {
      topics: TOPICS,
      done: ({ mails }) => told(mails),
      failed: t('toast.deleteFailed'),
      refreshOnFailure: false,
      onDone,
    },
  )
}
