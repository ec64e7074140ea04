import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import {
  CANCELLED,
  isOpenType,
  type NotificationType,
  SEND_TIME_GRACE_MS,
} from '@aviary/contract/notifications/rules'
import type { NotificationDraft, NotificationUpdate } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/call.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { describeCancelled, type EventRow } from '../maintenance/public.ts'
import { listMaintenanceFlags, listRetiredFlags } from '../reference/public.ts'

/** Error text for a body that is empty after sanitizing (spec 2 §5). */
export const BODY_ISSUE = 'Issue with Notification Body'

export async function refuseUnknownFlag(
  db: Db,
  flag: string | null | undefined,
  { takesRetired = false } = {},
): Promise<void> {
  if (!flag) return
  const flags = [...(await listMaintenanceFlags(db)), ...(takesRetired ? await listRetiredFlags(db) : [])]
  const known = flags.map(({ system_name }) => system_name)
  if (!known.includes(flag)) throw fault('flag', `there is no flag '${flag}'; use one of ${known.join(', ')}`)
}

type Times = { startDate: Date | null; endDate: Date | null; sendTime: Date | null }
type TimeFields = Pick<NotificationDraft, 'n_type' | 'start_date' | 'end_date' | 'send_time' | 'broadcast'>

const toDate = (ms: number | null | undefined): Date | null => (ms == null ? null : new Date(ms))

/**
 * Times of a notification (spec 2 §5). Only a Personalized Open has a start and an end, and is mailed at its
 * start; the other types are mailed at their send time. All other submitted times are ignored.
 */
export function validateTimes(fields: TimeFields, now: Date): Times {
  if (!isOpenType(fields.n_type)) {
    const sendTime = fields.broadcast === 'Y' ? toDate(fields.send_time) : null
    if (fields.broadcast === 'Y' && !sendTime) throw fault('send_time', 'is required when broadcast is Y')
    return { startDate: null, endDate: null, sendTime }
  }
  const startDate = toDate(fields.start_date)
  const endDate = toDate(fields.end_date)
  if (!startDate) throw fault('start_date', 'is required for a Personalized Open')
  if (!endDate) throw fault('end_date', 'is required for a Personalized Open')
  if (endDate < startDate) throw fault('end_date', 'The end date cannot be before the start')
  const isMailed = fields.broadcast === 'Y'
  return { startDate, endDate, sendTime: isMailed ? (startDate > now ? startDate : now) : null }
}

/**
 * Refuses a send time more than a minute in the past. A notification with a send time is also refused if its
 * end has passed.
 */
export function refusePast({ sendTime, endDate }: Times, now: Date): void {
  if (sendTime && endDate && endDate <= now)
    throw fault('end_date', `${endDate.toISOString()} has gone by: what is over is not mailed`)
  if (!sendTime || sendTime.getTime() >= now.getTime() - SEND_TIME_GRACE_MS) return
  throw fault('send_time', `${sendTime.toISOString()} has gone by: choose a time from now on`)
}

/** Of a cancelled event nothing is told any more but that it was cancelled. */
export function refuseForCancelled(event: EventRow, type: NotificationType, author: Author): void {
  if (!event.cancelledAt || type === CANCELLED) return
  throw new Conflict(`${describeCancelled(event, author)}: its only notification can be a ${CANCELLED}`)
}

type WithSubject = Pick<NotificationUpdate, 'subject'>

/**
 * spec 2 §5: a subject is required only with broadcast Y. The edit form of a Personalized Open has no subject
 * field.
 */
export function validateSubject(
  fields: WithSubject,
  { isMailed, type, before }: SubjectContext,
): Record<string, string> {
  const filled = Object.entries(fields.subject ?? before ?? {}).filter(([, text]) => text !== '')
  const subject = Object.fromEntries(filled)
  const isMissing = !subject[FALLBACK_LOCALE] && !(before && isOpenType(type))
  if (isMailed && isMissing) throw fault('subject', 'is required when broadcast is Y')
  return subject
}

type SubjectContext = { isMailed: boolean; type: NotificationType; before?: Record<string, string> }
