import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { byLanguage, JAPANESE } from '@aviary/contract/messages/body'
import { bodyInForm, bodyToStore, comparableBody, isSameBody } from '@aviary/contract/messages/typed-body'
import { isOpenType, type NotificationType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import { isNewer, useEdited } from '../../shared/saving/use-edited.ts'
import { comparableTime } from '../../shared/time/pacific-time.ts'
import {
  bothBodies,
  changeType,
  type FormContext,
  type FormValues,
  hasSendTime,
  isSubjectTyped,
  sentTimes,
  toDraft,
  toValues,
} from './notification-form.ts'
import { useNotificationTexts } from './use-notification-texts.tsx'
import type { Draft, Update } from './use-notifications.ts'

/** The values of the edit form, and the notification it started from. */
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

/**
 * Normalized text of the fields that the type and broadcast use, so that a different spelling is not a
 * change.
 */
const toComparable = (values: FormValues): Partial<Record<Field, string>> => ({
  type: values.type,
  title: values.title.trim(),
  body: comparableBody(values.body),
  bodyJa: comparableBody(values.bodyJa),
  broadcast: values.broadcast,
  ...(isOpenType(values.type)
    ? { start: comparableTime(values.start), end: comparableTime(values.end) }
    : { subject: values.subject.trim() }),
  ...(hasSendTime(values) ? { sendTime: comparableTime(values.sendTime) } : {}),
})

const getChangedFields = (before: FormValues, after: FormValues): Field[] =>
  changedFields(FIELDS, toComparable(before), toComparable(after))

/** The edit of one notification, kept as a draft until saved or discarded; others may be editing it too. */
export function useEditedNotification(notification: Notification) {
  const isMailed = notification.mail_queued === 'Y'
  const edit = useEdited<Notification, FormValues>(editDraft(notification.id), {
    record: notification,
    valuesOf: toValues,
    empty: toValues(notification),
    comparable: toComparable,
    ...useNotificationTexts(),
    fixed: isMailed ? getFixedValues(notification) : undefined,
    // `relocalize` is a choice for this save and is not stored with the notification.
    ownFields: ['relocalize'],
    // The edit is also outdated if the event was moved, because that moves the send time.
    isOther: (current, previous) => isNewer(current, previous) || current.send_time !== previous.send_time,
  })
  const { base: storedBase, values } = edit
  const base = storedBase ?? notification
  const isBodyChanged = !isSameBody(values.body, bodyInForm(base.body[FALLBACK_LOCALE] ?? ''))
  return {
    ...edit,
    base,
    isMailed,
    /**
     * Whether to offer new translations: the English text changed, and translations of the old text are
     * stored or will be mailed.
     */
    offersRelocalize:
      isBodyChanged && ((values.broadcast === 'Y' && !isMailed) || Object.keys(base.body).length > 1),
    hasStoredJapanese: base.body[JAPANESE] !== undefined,
  }
}

/** Values that can no longer change, because the notification was mailed. */
function getFixedValues(notification: Notification): Partial<FormValues> {
  const { type, broadcast, subject, sendTime } = toValues(notification)
  return { type, broadcast, subject, sendTime }
}

/** Changes that a new type brings; choosing the stored type again restores the stored values. */
export function changeEditedType(
  { base, values }: Edit,
  type: NotificationType,
  context: FormContext,
): Partial<FormValues> {
  if (type !== base.n_type) return changeType(values, type, context)
  const { subject: stored, sendTime, start, end } = toValues(base)
  const isTyped = values.subject !== stored && isSubjectTyped(values, context.event)
  const subject = isTyped ? values.subject : stored
  return { type, subject, start, end, sendTime: sendTime.wall === '' ? values.sendTime : sendTime }
}

type EditToSave = Edit & { relocalizes: boolean }

const isJapaneseChanged = ({ base, values }: Edit): boolean =>
  getChangedFields(toValues(base), values).includes('bodyJa')

/** Whether the Japanese body is translated again with the other languages; a typed body is kept instead. */
export const isJapaneseRenewed = (saved: EditToSave): boolean =>
  saved.relocalizes && saved.values.bodyJa !== '' && !isJapaneseChanged(saved)

/** The typed subject, or the stored one with its translations if it is unchanged. */
function getSubject({ base, values }: Edit): string | Record<string, string> {
  const typed = values.subject.trim()
  return typed === (base.subject[FALLBACK_LOCALE] ?? '') ? base.subject : typed
}

export function toUpdate(saved: EditToSave): Update {
  const { base, values, relocalizes } = saved
  const english = bodyToStore(values.body, base.body[FALLBACK_LOCALE])
  return {
    notification_id: base.id,
    mwin_id: base.mwin_id,
    version: base.version,
    n_type: values.type,
    title: values.title.trim(),
    // An empty Japanese body deletes the stored one.
    body: isJapaneseChanged(saved) ? { ...bothBodies(values), [FALLBACK_LOCALE]: english } : english,
    broadcast: values.broadcast === 'Y' ? 'Y' : 'N',
    ...(isOpenType(values.type) ? {} : { subject: getSubject(saved) }),
    ...sentTimes(values),
    relocalize: relocalizes ? 'Y' : 'N',
  }
}

/** The form of a Personalized Open has no subject field, so its mails have the stored subject, or the title. */
const getOpenSubject = ({ base, values }: Edit) =>
  base.subject[FALLBACK_LOCALE] ? base.subject : values.title.trim()

/** The draft to preview, with the stored translations unless they will be made again. */
export function toPreview(saved: EditToSave, { event, email }: DraftContext): Draft {
  const { base, values, relocalizes } = saved
  const draft = toDraft(values, { event, email })
  const { body } = toUpdate(saved)
  return {
    ...draft,
    body: relocalizes ? body : { ...base.body, ...byLanguage(body) },
    subject: isOpenType(values.type) ? getOpenSubject(saved) : getSubject(saved),
    is_test: base.is_test,
    is_internal: base.is_internal,
  }
}

type DraftContext = Parameters<typeof toDraft>[1]
