import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyFromText, byLanguage, JAPANESE } from '@aviary/contract/messages/body'
import { isOpenType, type NotificationType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { changedFields, mergedValues } from '../../shared/saving/keep-mine.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
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
  const {
    values: edit,
    change,
    forget,
  } = useDraft<Edit>(editDraft(notification.id), {
    base: notification,
    values: valuesOf(notification),
  })
  const { base } = edit
  const isMailed = notification.mail_queued === 'Y'
  // A draft may be older than a field of the form.
  const typed = { ...valuesOf(base), ...edit.values }
  const values = isMailed ? { ...typed, ...fixedOf(notification) } : typed
  const theirs = valuesOf(notification)
  const myFields = changesOf(valuesOf(base), values)
  const isBodyChanged = values.body !== (base.body[FALLBACK_LOCALE] ?? '')
  return {
    base,
    values,
    isMailed,
    forget,
    change: (changes: Partial<FormValues>) => change({ values: { ...values, ...changes } }),
    isSame: myFields.length === 0,
    /** What was changed here. */
    myFields,
    /** What is stored now, and what of it somebody else changed. */
    theirs,
    theirFields: changesOf(valuesOf(base), theirs),
    /** Somebody else saved since this was begun, or the event moved and the notification with it. */
    isOutdated: notification.version > base.version || notification.send_time !== base.send_time,
    /** The other languages tell what the English text told before. */
    offersRelocalize:
      isBodyChanged && ((values.broadcast === 'Y' && !isMailed) || Object.keys(base.body).length > 1),
    hasStoredJapanese: base.body[JAPANESE] !== undefined,
    keepMine: () =>
      // The languages are no field of the notification but a wish of whoever saves it.
      change({ base: notification, values: mergedValues(theirs, values, [...myFields, 'relocalize']) }),
    takeTheirs: () => change({ base: notification, values: theirs }),
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
