import { APPLICATION_NAME, FALLBACK_LOCALE } from '@aviary/contract/constants'
import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { JAPANESE } from '@aviary/contract/messages/body'
import { bodyFromText, bodyInForm, isBlank } from '@aviary/contract/messages/typed-body'
import {
  ANNOUNCEMENT,
  CANCELLED,
  COMPLETE,
  defaultSendTime,
  defaultSubject,
  isOpenType,
  NOTIFICATION_TYPES,
  type NotificationType,
  SEND_TIME_GRACE_MS,
} from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import type { YesNo } from '@aviary/contract/rules'
import { instantIn, NO_TIME, type PacificTime, pacificTimeAt } from '../../shared/time/pacific-time.ts'
import { isWithoutText } from '../messages/public.ts'
import type { Draft } from './use-notifications.ts'

/** The values of the form. Type and broadcast decide which of them are sent. */
export type FormValues = {
  type: NotificationType
  title: string
  template: string
  body: string
  bodyJa: string
  /** The body that was typed before a template replaced it. */
  typedBody: string
  broadcast: '' | YesNo
  subject: string
  sendTime: PacificTime
  start: PacificTime
  end: PacificTime
  relocalize: YesNo
}

/** The event of the notification, and the moment (milliseconds since 1970) that defaults are based on. */
export type FormContext = { event: MaintenanceEvent; now: number }

const getStart = (event: MaintenanceEvent): number => event.start_epoch * 1000
const getEnd = (event: MaintenanceEvent): number => event.end_epoch * 1000

const getDefaultSendTime = (type: NotificationType, { event, now }: FormContext): PacificTime =>
  pacificTimeAt(defaultSendTime(type, getEnd(event), now))

/** The initial form, also used after a submit (spec 2 §4). */
export const freshForm = (context: FormContext): FormValues => {
  const type = context.event.cancelled_date ? CANCELLED : ANNOUNCEMENT
  return {
    type,
    title: '',
    template: '',
    body: '',
    bodyJa: '',
    typedBody: '',
    broadcast: '',
    subject: defaultSubject(type, getStart(context.event)),
    sendTime: getDefaultSendTime(type, context),
    start: NO_TIME,
    end: NO_TIME,
    relocalize: 'N',
  }
}

/** Types that can be chosen for an event: of a cancelled one only that it was cancelled, and what is stored. */
export const getTypes = (event: MaintenanceEvent, type: NotificationType): readonly NotificationType[] =>
  event.cancelled_date
    ? NOTIFICATION_TYPES.filter((candidate) => candidate === CANCELLED || candidate === type)
    : NOTIFICATION_TYPES

/** Whether the form is untouched, so that closing it loses nothing. */
export const isFresh = (values: FormValues, event: MaintenanceEvent): boolean =>
  [values.title, values.body, values.bodyJa, values.typedBody, values.broadcast].every(
    (text) => text === '',
  ) && values.subject === defaultSubject(values.type, getStart(event))

/** The form's values for a notification, with its English and Japanese texts only. */
export const toValues = (notification: Notification): FormValues => ({
  type: notification.n_type,
  title: notification.title,
  template: '',
  body: bodyInForm(notification.body[FALLBACK_LOCALE] ?? ''),
  bodyJa: bodyInForm(notification.body[JAPANESE] ?? ''),
  typedBody: '',
  broadcast: notification.broadcast,
  subject: notification.subject[FALLBACK_LOCALE] ?? '',
  sendTime: toPacificTime(isOpenType(notification.n_type) ? null : notification.send_time),
  start: toPacificTime(notification.start_date),
  end: toPacificTime(notification.end_date),
  relocalize: 'N',
})

const toPacificTime = (iso: string | null): PacificTime =>
  iso === null ? NO_TIME : pacificTimeAt(Date.parse(iso))

/**
 * Whether the user typed the subject, so that it must be kept: it is neither empty nor the default of type and event.
 * The form of a Personalized Open has no subject field.
 */
export const isSubjectTyped = ({ type, subject }: FormValues, event: MaintenanceEvent): boolean =>
  !isOpenType(type) && subject.trim() !== '' && subject !== defaultSubject(type, getStart(event))

/**
 * spec 2 §4: type Personalized Open has dates, other types a default subject; Maintenance Complete is sent at the
 * end of the event.
 */
export function changeType(
  before: FormValues,
  type: NotificationType,
  context: FormContext,
): Partial<FormValues> {
  const { event } = context
  const isSendTimeReset = type === COMPLETE || before.type === COMPLETE || before.sendTime.wall === ''
  return {
    type,
    subject: isSubjectTyped(before, event) ? before.subject : defaultSubject(type, getStart(event)),
    start: isOpenType(type) ? pacificTimeAt(getStart(event)) : NO_TIME,
    end: isOpenType(type) ? pacificTimeAt(getEnd(event)) : NO_TIME,
    ...(isSendTimeReset ? { sendTime: getDefaultSendTime(type, context) } : {}),
  }
}

/** Turning broadcast on fills in the default subject and send time. */
export function changeBroadcast(
  before: FormValues,
  broadcast: YesNo,
  context: FormContext,
): Partial<FormValues> {
  if (broadcast === 'N') return { broadcast }
  return {
    broadcast,
    subject: before.subject || defaultSubject(before.type, getStart(context.event)),
    sendTime: before.sendTime.wall === '' ? getDefaultSendTime(before.type, context) : before.sendTime,
  }
}

/**
 * Whether the send time can be chosen. The type Personalized Open has none: its mail goes out when its
 * display starts.
 */
export const hasSendTime = ({ type, broadcast }: FormValues): boolean =>
  broadcast === 'Y' && !isOpenType(type)

/** Whether a save sends the notification by mail, which requires a confirmation. */
export const needsConfirmation = ({ broadcast }: FormValues, isMailed: boolean): boolean =>
  broadcast === 'Y' && !isMailed

/** Whether the mail would go out after the event, which is intended only for the type Maintenance Complete. */
export function isMailedAfterEnd(values: FormValues, event: MaintenanceEvent): boolean {
  const sendAt = hasSendTime(values) ? instantIn(values.sendTime) : undefined
  return values.type !== COMPLETE && sendAt !== undefined && sendAt > getEnd(event)
}

/** When the mails go out, in milliseconds since 1970; undefined without mails or with an invalid time. */
export function getMailTime(values: FormValues): number | undefined {
  if (values.broadcast !== 'Y') return undefined
  return instantIn(isOpenType(values.type) ? values.start : values.sendTime)
}

export type Fault =
  | 'type'
  | 'title'
  | 'body'
  | 'bodyJa'
  | 'start'
  | 'end'
  | 'endBeforeStart'
  | 'endPast'
  | 'broadcast'
  | 'subject'
  | 'sendTime'
  | 'sendTimePast'

type FaultOptions = {
  now: number
  /** Whether the form has a subject field; an edit of a Personalized Open does not. */
  asksSubject: boolean
  /** The stored send time, which is accepted although it may be in the past by now. */
  storedSendTime?: PacificTime | undefined
  /** Whether the notification was mailed; its end may then be in the past. */
  isMailed?: boolean
}

/** The faults of the form, in the order of its fields (spec 2 §5). */
export function findFaults(
  values: FormValues,
  { now, asksSubject, storedSendTime, isMailed = false }: FaultOptions,
): Fault[] {
  const faults: (Fault | false)[] = [
    !NOTIFICATION_TYPES.includes(values.type) && 'type',
    values.title.trim() === '' && 'title',
    isBlank(values.body) && 'body',
    isWithoutText(values.bodyJa) && 'bodyJa',
    ...(isOpenType(values.type)
      ? dateFaults(values, needsConfirmation(values, isMailed) ? now : undefined)
      : []),
    values.broadcast === '' && 'broadcast',
    values.broadcast === 'Y' && asksSubject && values.subject.trim() === '' && 'subject',
    hasSendTime(values) && sendTimeFault(values.sendTime, { now, storedSendTime }),
  ]
  return faults.filter((fault) => fault !== false)
}

/** `now`: given only if the save sends mails, because the notification's end must then be in the future. */
function dateFaults(values: FormValues, now: number | undefined): (Fault | false)[] {
  const start = instantIn(values.start)
  const end = instantIn(values.end)
  if (start !== undefined && end !== undefined)
    return [end < start && 'endBeforeStart', now !== undefined && end <= now && 'endPast']
  return [start === undefined && 'start', end === undefined && 'end']
}

function sendTimeFault(
  sendTime: PacificTime,
  { now, storedSendTime }: Pick<FaultOptions, 'now' | 'storedSendTime'>,
): Fault | false {
  const instant = instantIn(sendTime)
  if (instant === undefined) return 'sendTime'
  const isStored = storedSendTime !== undefined && instant === instantIn(storedSendTime)
  return !isStored && instant < now - SEND_TIME_GRACE_MS && 'sendTimePast'
}

const toWire = (time: PacificTime): string | undefined => {
  const instant = instantIn(time)
  return instant === undefined ? undefined : toPacificWire(instant)
}

/** spec 2 §5: dates for a Personalized Open only, a send time for other types that are mailed */
export const sentTimes = (values: FormValues) => ({
  ...(isOpenType(values.type) ? { start_date: toWire(values.start), end_date: toWire(values.end) } : {}),
  ...(hasSendTime(values) ? { send_time: toWire(values.sendTime) } : {}),
})

export const bothBodies = ({ body, bodyJa }: FormValues): Record<string, string> => ({
  [FALLBACK_LOCALE]: bodyFromText(body),
  [JAPANESE]: bodyFromText(bodyJa),
})

export function toDraft(
  values: FormValues,
  { event, email }: { event: MaintenanceEvent; email: string },
): Draft {
  return {
    mwin_id: event.id,
    n_type: values.type,
    title: values.title.trim(),
    body: values.bodyJa.trim() === '' ? bodyFromText(values.body) : bothBodies(values),
    broadcast: values.broadcast === 'Y' ? 'Y' : 'N',
    ...(values.broadcast === 'Y' ? { subject: values.subject.trim() } : {}),
    ...sentTimes(values),
    is_test: 'N',
    is_internal: 'N',
    comm_src: APPLICATION_NAME,
    created_by: email,
    relocalize: 'N',
  }
}

/** The draft for the live preview: with broadcast N, a missing subject or a past send time is no fault. */
export const toLiveDraft = (draft: Draft, subject: Draft['subject']): Draft => ({
  ...draft,
  broadcast: 'N',
  subject,
})

/** Whether the form holds enough of a mail for a preview. */
export const isPreviewable = (values: FormValues, faults: readonly Fault[]): boolean =>
  values.broadcast !== 'N' &&
  !faults.some((fault) =>
    ['type', 'title', 'body', 'bodyJa', 'start', 'end', 'endBeforeStart'].includes(fault),
  )
