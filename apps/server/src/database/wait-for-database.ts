import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../process/cannot-start.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { explainDatabaseError, readDatabaseFault } from './faults.ts'

const RETRY_DELAY_MS = 1_000
const LOG_INTERVAL_MS = 10_000

export type Patience = {
  url: string
  /** Receives the reason for waiting, at most every ten seconds. */
  onWaiting: (message: string) => void
  /** Called after each failed try, before the next one. */
  onAway?: (() => void) | undefined
  signal?: AbortSignal | undefined
}

/** Runs `work`, and retries while the database is unreachable; throws a fault that waiting cannot fix. */
export async function whenReachable<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  const { url, onAway, signal } = patience
  const logWaiting = throttleLog(LOG_INTERVAL_MS, patience.onWaiting)
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      // A CannotStart is final, even if its `cause` looks transient (a pooler closed the connection).
      const fault = error instanceof CannotStart ? undefined : readDatabaseFault(error, url)
      if (!fault?.passes) throw explainDatabaseError(error, url)
      logWaiting(fault.message)
      onAway?.()
    }
    await pause(RETRY_DELAY_MS, undefined, { signal })
  }
}
