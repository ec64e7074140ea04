import { APPLICATION_NAME, FALLBACK_LOCALE } from '@aviary/contract/constants'
import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { bodyFromText, bodyPreview, JAPANESE } from '@aviary/contract/messages/body'
import {
  ANNOUNCEMENT,
  COMPLETE,
  defaultSendTime,
  defaultSubject,
  isOpenType,
  NOTIFICATION_TYPES,
  type NotificationType,
  SEND_TIME_GRACE_MS,
} from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import type { YesNo } from '@aviary/contract/wire'
import { instantIn, NO_TIME, type PacificTime, pacificTimeAt } from '../../ui/pacific-time.ts'
import { isWithoutText } from '../messages/public.ts'
import type { Draft } from './use-notifications.ts'

/** What stands in the form. Which of it is sent depends on the type and on whether it is mailed. */
export type FormValues = {
  type: NotificationType
  title: string
  template: string
  body: string
  bodyJa: string
  /** What stood in the body before a template took its place. */
  typedBody: string
  broadcast: '' | YesNo
  subject: string
  sendTime: PacificTime
  start: PacificTime
  end: PacificTime
  relocalize: YesNo
}

/** The event that is told of, and the moment (milliseconds since 1970) that defaults are reckoned from. */
export type Occasion = { event: MaintenanceEvent; now: number }

const startOf = (event: MaintenanceEvent): number => event.start_epoch * 1000
const endOf = (event: MaintenanceEvent): number => event.end_epoch * 1000

const usualSendTime = (type: NotificationType, { event, now }: Occasion): PacificTime =>
  pacificTimeAt(defaultSendTime(type, endOf(event), now))

/** As the form opens, and as it is again after a submit (spec 2 §4). */
export const freshForm = (occasion: Occasion): FormValues => ({
  type: ANNOUNCEMENT,
  title: '',
  template: '',
  body: '',
  bodyJa: '',
  typedBody: '',
  broadcast: '',
  subject: defaultSubject(ANNOUNCEMENT, startOf(occasion.event)),
  sendTime: usualSendTime(ANNOUNCEMENT, occasion),
  start: NO_TIME,
  end: NO_TIME,
  relocalize: 'N',
})

/** Nothing was typed that would be a loss. */
export const isFresh = (values: FormValues, event: MaintenanceEvent): boolean =>
  [values.title, values.body, values.bodyJa, values.typedBody, values.broadcast].every(
    (text) => text === '',
  ) && values.subject === defaultSubject(values.type, startOf(event))

/** The notification as the form has it: of its texts the English and the Japanese one. */
export const valuesOf = (notification: Notification): FormValues => ({
  type: notification.n_type,
  title: notification.title,
  template: '',
  body: notification.body[FALLBACK_LOCALE] ?? '',
  bodyJa: notification.body[JAPANESE] ?? '',
  typedBody: '',
  broadcast: notification.broadcast,
  subject: notification.subject[FALLBACK_LOCALE] ?? '',
  sendTime: timeOf(isOpenType(notification.n_type) ? null : notification.send_time),
  start: timeOf(notification.start_date),
  end: timeOf(notification.end_date),
  relocalize: 'N',
})

const timeOf = (iso: string | null): PacificTime => (iso === null ? NO_TIME : pacificTimeAt(Date.parse(iso)))

/**
 * The subject is neither empty nor the one that its type and its event make: somebody typed it, and it stays. The form of a
 * Personalized Open shows none.
 */
export const isSubjectTyped = ({ type, subject }: FormValues, event: MaintenanceEvent): boolean =>
  !isOpenType(type) && subject.trim() !== '' && subject !== defaultSubject(type, startOf(event))

/** spec 2 §4: a Personalized Open has dates, the others a subject made of their type; a Complete is sent at the end. */
export function changeType(
  before: FormValues,
  type: NotificationType,
  occasion: Occasion,
): Partial<FormValues> {
  const { event } = occasion
  const isSentElsewhen = type === COMPLETE || before.type === COMPLETE || before.sendTime.wall === ''
  return {
    type,
    subject: isSubjectTyped(before, event) ? before.subject : defaultSubject(type, startOf(event)),
    start: isOpenType(type) ? pacificTimeAt(startOf(event)) : NO_TIME,
    end: isOpenType(type) ? pacificTimeAt(endOf(event)) : NO_TIME,
    ...(isSentElsewhen ? { sendTime: usualSendTime(type, occasion) } : {}),
  }
}

/** One that is to be mailed after all gets the subject and the send time that a new one would have. */
export function changeBroadcast(
  before: FormValues,
  broadcast: YesNo,
  occasion: Occasion,
): Partial<FormValues> {
  if (broadcast === 'N') return { broadcast }
  return {
    broadcast,
    subject: before.subject || defaultSubject(before.type, startOf(occasion.event)),
    sendTime: before.sendTime.wall === '' ? usualSendTime(before.type, occasion) : before.sendTime,
  }
}

/** Whether the form asks when to mail: a Personalized Open is mailed when it begins to show. */
export const hasSendTime = ({ type, broadcast }: FormValues): boolean =>
  broadcast === 'Y' && !isOpenType(type)

/** What is to be mailed is looked at once more. */
export const needsConfirmation = ({ broadcast }: FormValues, isMailed: boolean): boolean =>
  broadcast === 'Y' && !isMailed

/** What is announced or updated after the event has ended comes too late; the others may well be mailed then. */
export function isMailedAfterEnd(values: FormValues, event: MaintenanceEvent): boolean {
  const at = hasSendTime(values) ? instantIn(values.sendTime) : undefined
  return values.type !== COMPLETE && at !== undefined && at > endOf(event)
}

/** When it is mailed, in milliseconds since 1970; undefined when it is not, or when the form does not say. */
export function mailedAt(values: FormValues): number | undefined {
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

type Held = {
  now: number
  /** The form asks for a subject whenever it is mailed; the edit form of a Personalized Open does not. */
  asksSubject: boolean
  /** A send time that stands there already may have gone by meanwhile. */
  kept?: PacificTime | undefined
  /** What has been mailed may end whenever it likes. */
  isMailed?: boolean
}

/** What is wrong with the form, in the order of its fields (spec 2 §5). */
export function faultsOf(values: FormValues, { now, asksSubject, kept, isMailed = false }: Held): Fault[] {
  const faults: (Fault | false)[] = [
    !NOTIFICATION_TYPES.includes(values.type) && 'type',
    values.title.trim() === '' && 'title',
    bodyPreview(values.body, 1) === '' && 'body',
    isWithoutText(values.bodyJa) && 'bodyJa',
    ...(isOpenType(values.type)
      ? dateFaults(values, needsConfirmation(values, isMailed) ? now : undefined)
      : []),
    values.broadcast === '' && 'broadcast',
    values.broadcast === 'Y' && asksSubject && values.subject.trim() === '' && 'subject',
    hasSendTime(values) && sendTimeFault(values.sendTime, { now, kept }),
  ]
  return faults.filter((fault) => fault !== false)
}

/** `now`: when it is to be mailed, for what is over is not mailed. */
function dateFaults(values: FormValues, now: number | undefined): (Fault | false)[] {
  const start = instantIn(values.start)
  const end = instantIn(values.end)
  if (start !== undefined && end !== undefined)
    return [end < start && 'endBeforeStart', now !== undefined && end <= now && 'endPast']
  return [start === undefined && 'start', end === undefined && 'end']
}

function sendTimeFault(sendTime: PacificTime, { now, kept }: Pick<Held, 'now' | 'kept'>): Fault | false {
  const at = instantIn(sendTime)
  if (at === undefined) return 'sendTime'
  const isKept = kept !== undefined && at === instantIn(kept)
  return !isKept && at < now - SEND_TIME_GRACE_MS && 'sendTimePast'
}

const wire = (time: PacificTime): string | undefined => {
  const at = instantIn(time)
  return at === undefined ? undefined : toPacificWire(at)
}

/** spec 2 §5: dates only of a Personalized Open; a send time only where one of the other types is mailed. */
export const sentTimes = (values: FormValues) => ({
  ...(isOpenType(values.type) ? { start_date: wire(values.start), end_date: wire(values.end) } : {}),
  ...(hasSendTime(values) ? { send_time: wire(values.sendTime) } : {}),
})

export const bothBodies = ({ body, bodyJa }: FormValues): Record<string, string> => ({
  [FALLBACK_LOCALE]: bodyFromText(body),
  [JAPANESE]: bodyFromText(bodyJa),
})

export function draftOf(
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
