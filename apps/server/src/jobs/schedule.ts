import type { Changes } from '../database/changes.ts'
import { getNextSendTime, type SendDueParts, sendDueNotifications } from '../features/notifications/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { inSpan } from '../process/tracing.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'

const MAX_CHECK_INTERVAL_MS = 5_000
const AFTER_FAULT_MS = 5_000
const SPAN = { name: 'job notifications', parent: null, isQuiet: true }

type ScheduleParts = SendDueParts & {
  changes: Pick<Changes, 'announce' | 'apply' | 'subscribe'>
  jobFailed?: Counters['jobFailed']
}

/**
 * Sends notifications at their send time, and at the start those that came due while no process ran. Wakes at
 * the next send time, when maintenance changes, and regularly in case the clock was set or a change was
 * missed. Returns a function that stops the schedule once the notifications in progress are sent.
 */
export function startSchedule(parts: ScheduleParts): () => Promise<void> {
  const sleep = openWakeableSleep()
  let isStopping = false
  const unsubscribe = parts.changes.subscribe(({ topics }) => {
    if (topics.includes('maintenance')) sleep.wakeAll()
  })

  const run = async () => {
    while (!isStopping) {
      const since = sleep.wakes()
      try {
        const { failed } = await inSpan(SPAN, () => sendDueNotifications(parts))
        if (failed > 0) parts.jobFailed?.('notifications')
        await sleep.pause(failed > 0 ? AFTER_FAULT_MS : await untilNext(parts), since)
      } catch (error) {
        parts.jobFailed?.('notifications')
        parts.log.error({ err: error }, 'notifications are not being sent off, trying again')
        await sleep.pause(AFTER_FAULT_MS, since)
      }
    }
  }

  const running = run()
  return async () => {
    isStopping = true
    unsubscribe()
    sleep.wakeAll()
    await running
  }
}

async function untilNext({ db, clock }: ScheduleParts): Promise<number> {
  const next = await getNextSendTime(db)
  if (!next) return MAX_CHECK_INTERVAL_MS
  return Math.min(MAX_CHECK_INTERVAL_MS, Math.max(0, next.getTime() - clock().getTime()))
}
