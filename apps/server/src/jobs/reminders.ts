import { sendDueFollowUps } from '../features/follow-ups/public.ts'
import { type SendRemindersParts, sendDueReminders } from '../features/reminders/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000

type ReminderJobParts = SendRemindersParts & { jobFailed?: Counters['jobFailed'] }

/**
 * Reminds of missed updates and of follow-ups that are due. Every process runs this job; a lock lets one of them remind
 * of each.
 * Returns a function that stops the job once the reminders in progress are sent.
 */
export const startReminders = (parts: ReminderJobParts): (() => Promise<void>) =>
  startRepeating({
    name: 'reminders',
    everyMs: CHECK_INTERVAL_MS,
    work: async () => {
      const updates = await sendDueReminders(parts)
      const followUps = await sendDueFollowUps(parts)
      if (updates.failed + followUps.failed > 0) parts.jobFailed?.('reminders')
    },
    onError: (error) => {
      parts.jobFailed?.('reminders')
      parts.log.error({ err: error }, 'reminders are not being sent, trying again')
    },
  })
