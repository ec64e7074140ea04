import { type SendRemindersParts, sendDueReminders } from '../features/reminders/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000

type ReminderJobParts = SendRemindersParts & { jobFailed?: Counters['jobFailed'] }

/**
 * Reminds of missed updates. Every process runs this job; the lock of an incident lets one process remind of it.
 * Returns a function that stops the job once the reminders in progress are sent.
 */
export const startReminders = (parts: ReminderJobParts): (() => Promise<void>) =>
  startRepeating({
    everyMs: CHECK_INTERVAL_MS,
    work: async () => {
      const { failed } = await sendDueReminders(parts)
      if (failed > 0) parts.jobFailed?.('reminders')
    },
    onError: (error) => {
      parts.jobFailed?.('reminders')
      parts.log.error({ err: error }, 'reminders are not being sent, trying again')
    },
  })
