import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { throttleLog } from '../throttle-log.ts'
import { explainDatabaseError, readDatabaseFault } from './faults.ts'

const RETRY_DELAY_MS = 1_000
const LOG_INTERVAL_MS = 10_000

export type Patience = {
  url: string
  /** Hears every ten seconds what is waited for. */
  onWaiting: (message: string) => void
  /** Called at each try that failed. */
  onAway?: (() => void) | undefined
  signal?: AbortSignal | undefined
}

/** Does work on a database, again and again for as long as it is away; what waiting cannot mend ends it with the reason. */
export async function whenReachable<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  const { url, onAway, signal } = patience
  const logWaiting = throttleLog(LOG_INTERVAL_MS, patience.onWaiting)
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      // Its cause may be one that passes, such as the goodbye of a pooler.
      const fault = error instanceof CannotStart ? undefined : readDatabaseFault(error, url)
      if (!fault?.passes) throw explainDatabaseError(error, url)
      logWaiting(fault.message)
      onAway?.()
    }
    await pause(RETRY_DELAY_MS, undefined, { signal })
  }
}
