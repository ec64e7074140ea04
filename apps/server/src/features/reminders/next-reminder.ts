import { REMINDER_EVERY_MS, REMINDERS_END_AFTER_MS } from '@aviary/contract/reminders/rules'

type Sent = { number: number; isLast: boolean; sentAt: Date }

/**
 * The reminder of a missed update that is to be sent now; undefined if none is. After a pause of the service only
 * one is, however many were missed. `newest`: the newest one sent.
 */
export function getDueReminder(
  due: Date,
  newest: Sent | undefined,
  now: Date,
): Pick<Sent, 'number' | 'isLast'> | undefined {
  const late = now.getTime() - due.getTime()
  if (late < 0 || newest?.isLast) return undefined
  // An update that was missed long ago, such as before the service was set up, helps nobody any more.
  if (!newest && late >= REMINDERS_END_AFTER_MS) return undefined
  // The difference is negative after the clock was set back, or if another process has a faster clock.
  if (newest && Math.abs(now.getTime() - newest.sentAt.getTime()) < REMINDER_EVERY_MS) return undefined
  const isLast = late + REMINDER_EVERY_MS > REMINDERS_END_AFTER_MS
  return { number: (newest?.number ?? 0) + 1, isLast }
}
