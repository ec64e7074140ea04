import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isOpenType, type NotificationType, SEND_TIME_GRACE_MS } from '@aviary/contract/notifications/rules'
import type { NotificationDraft, NotificationUpdate } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import { fault } from '../../http/errors.ts'
import { listMaintenanceFlags } from '../reference/public.ts'

/** What is said of a body of which nothing is left (spec 2 §5). */
export const BODY_ISSUE = 'Issue with Notification Body'

export async function refuseUnknownFlag(db: Db, flag: string | null | undefined): Promise<void> {
  if (!flag) return
  const known = (await listMaintenanceFlags(db)).map(({ system_name }) => system_name)
  if (!known.includes(flag)) throw fault('flag', `there is no flag '${flag}'; use one of ${known.join(', ')}`)
}

type Times = { startDate: Date | null; endDate: Date | null; sendTime: Date | null }
type Given = Pick<NotificationDraft, 'n_type' | 'start_date' | 'end_date' | 'send_time' | 'broadcast'>

const dateOf = (ms: number | null | undefined): Date | null => (ms == null ? null : new Date(ms))

/**
 * When it shows and when it is mailed (spec 2 §5). Start and end are of a Personalized Open, which is mailed when it begins
 * to show; the other types are mailed at their send time. Everything else that was sent along is dropped.
 */
export function timesOf(given: Given, now: Date): Times {
  if (!isOpenType(given.n_type)) {
    const sendTime = given.broadcast === 'Y' ? dateOf(given.send_time) : null
    if (given.broadcast === 'Y' && !sendTime) throw fault('send_time', 'is required when broadcast is Y')
    return { startDate: null, endDate: null, sendTime }
  }
  const startDate = dateOf(given.start_date)
  const endDate = dateOf(given.end_date)
  if (!startDate) throw fault('start_date', 'is required for a Personalized Open')
  if (!endDate) throw fault('end_date', 'is required for a Personalized Open')
  if (endDate < startDate) throw fault('end_date', 'The end date cannot be before the start')
  const isMailed = given.broadcast === 'Y'
  return { startDate, endDate, sendTime: isMailed ? (startDate > now ? startDate : now) : null }
}

/** A send time that has gone by is not meant, nor is what is over; the minute that has just begun is. */
export function refusePast({ sendTime, endDate }: Times, now: Date): void {
  if (sendTime && endDate && endDate <= now)
    throw fault('end_date', `${endDate.toISOString()} has gone by: what is over is not mailed`)
  if (!sendTime || sendTime.getTime() >= now.getTime() - SEND_TIME_GRACE_MS) return
  throw fault('send_time', `${sendTime.toISOString()} has gone by: choose a time from now on`)
}

type WithSubject = Pick<NotificationUpdate, 'subject'>

/** spec 2 §5: the subject is required only when it is mailed. A Personalized Open that is edited has none in its form. */
export function subjectOf(given: WithSubject, { isMailed, type, before }: SubjectOf): Record<string, string> {
  const kept = Object.entries(given.subject ?? before ?? {}).filter(([, text]) => text !== '')
  const subject = Object.fromEntries(kept)
  const isMissing = !subject[FALLBACK_LOCALE] && !(before && isOpenType(type))
  if (isMailed && isMissing) throw fault('subject', 'is required when broadcast is Y')
  return subject
}

type SubjectOf = { isMailed: boolean; type: NotificationType; before?: Record<string, string> }
