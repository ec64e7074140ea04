import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyFromText, byLanguage, JAPANESE } from '@aviary/contract/messages/body'
import { isOpenType, type NotificationType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import { isNewer, useEdited } from '../../shared/saving/use-edited.ts'
import { comparableTime } from '../../ui/pacific-time.ts'
import {
  bothBodies,
  changeType,
  draftOf,
  type FormValues,
  hasSendTime,
  isSubjectTyped,
  type Occasion,
  sentTimes,
  valuesOf,
} from './notification-form.ts'
import { useNotificationTexts } from './use-notification-texts.tsx'
import type { Draft, Update } from './use-notifications.ts'

/** What stands in the edit form, and the notification as it was when that was begun. */
type Edit = { base: Notification; values: FormValues }

export const editDraft = (notificationId: number): string => `edit-notification-${notificationId}`

const FIELDS = [
  'type',
  'title',
  'body',
  'bodyJa',
  'broadcast',
  'start',
  'end',
  'subject',
  'sendTime',
] as const
type Field = (typeof FIELDS)[number]

/** What of the form is kept, the fields that its type and its broadcast have: each as a text that is the same when it says the same. */
const kept = (values: FormValues): Partial<Record<Field, string>> => ({
  type: values.type,
  title: values.title.trim(),
  body: values.body,
  bodyJa: values.bodyJa.trim() === '' ? '' : values.bodyJa,
  broadcast: values.broadcast,
  ...(isOpenType(values.type)
    ? { start: comparableTime(values.start), end: comparableTime(values.end) }
    : { subject: values.subject.trim() }),
  ...(hasSendTime(values) ? { sendTime: comparableTime(values.sendTime) } : {}),
})

const changesOf = (before: FormValues, after: FormValues): Field[] =>
  changedFields(FIELDS, kept(before), kept(after))

/** One person's edit of a notification that others may be editing too; kept until it is saved or discarded. */
export function useEditedNotification(notification: Notification) {
  const isMailed = notification.mail_queued === 'Y'
  const edit = useEdited<Notification, FormValues>(editDraft(notification.id), {
    record: notification,
    valuesOf,
    empty: valuesOf(notification),
    comparable: kept,
    ...useNotificationTexts(),
    fixed: isMailed ? fixedOf(notification) : undefined,
    // The languages are no field of the notification but a wish of whoever saves it.
    ownFields: ['relocalize'],
    // Also when the event moved and the notification with it.
    isOther: (now, then) => isNewer(now, then) || now.send_time !== then.send_time,
  })
  const { base: begun, values } = edit
  const base = begun ?? notification
  const isBodyChanged = values.body !== (base.body[FALLBACK_LOCALE] ?? '')
  return {
    ...edit,
    base,
    isMailed,
    /** The other languages tell what the English text told before. */
    offersRelocalize:
      isBodyChanged && ((values.broadcast === 'Y' && !isMailed) || Object.keys(base.body).length > 1),
    hasStoredJapanese: base.body[JAPANESE] !== undefined,
  }
}

/** What has been mailed cannot be mailed differently. */
function fixedOf(notification: Notification): Partial<FormValues> {
  const { type, broadcast, subject, sendTime } = valuesOf(notification)
  return { type, broadcast, subject, sendTime }
}

/** Going back to the type that it has brings back what it has. */
export function changeEditedType(
  { base, values }: Edit,
  type: NotificationType,
  occasion: Occasion,
): Partial<FormValues> {
  if (type !== base.n_type) return changeType(values, type, occasion)
  const { subject: stored, sendTime, start, end } = valuesOf(base)
  const isTyped = values.subject !== stored && isSubjectTyped(values, occasion.event)
  const subject = isTyped ? values.subject : stored
  return { type, subject, start, end, sendTime: sendTime.wall === '' ? values.sendTime : sendTime }
}

type Saved = Edit & { relocalizes: boolean }

const isJapaneseChanged = ({ base, values }: Edit): boolean =>
  changesOf(valuesOf(base), values).includes('bodyJa')

/** An untouched Japanese text is made anew with the other languages; one that was typed stays. */
export const isJapaneseRenewed = (saved: Saved): boolean =>
  saved.relocalizes && saved.values.bodyJa !== '' && !isJapaneseChanged(saved)

export function updateOf(saved: Saved): Update {
  const { base, values, relocalizes } = saved
  const isSameSubject = values.subject.trim() === (base.subject[FALLBACK_LOCALE] ?? '')
  return {
    notification_id: base.id,
    mwin_id: base.mwin_id,
    version: base.version,
    n_type: values.type,
    title: values.title.trim(),
    // An empty Japanese text takes away the one that is there.
    body: isJapaneseChanged(saved) ? bothBodies(values) : bodyFromText(values.body),
    broadcast: values.broadcast === 'Y' ? 'Y' : 'N',
    // A subject that stays keeps its other languages.
    ...(isOpenType(values.type) ? {} : { subject: isSameSubject ? base.subject : values.subject.trim() }),
    ...sentTimes(values),
    relocalize: relocalizes ? 'Y' : 'N',
  }
}

/** What the edit would mail: the other languages as they are, unless they are renewed. */
export function previewOf(saved: Saved, { event, email }: Who): Draft {
  const { base, values, relocalizes } = saved
  const draft = draftOf(values, { event, email })
  const { body } = updateOf(saved)
  return {
    ...draft,
    body: relocalizes ? body : { ...base.body, ...byLanguage(body) },
    // Without a subject it is mailed under its title, and the form of a Personalized Open asks for none.
    subject: isOpenType(values.type)
      ? (base.subject[FALLBACK_LOCALE] ?? values.title.trim())
      : values.subject.trim(),
    is_test: base.is_test,
    is_internal: base.is_internal,
  }
}

type Who = Parameters<typeof draftOf>[1]
