import type { Changes } from '../../database/changes.ts'

/** Topics of writes that may change what anybody can read. */
const TOPICS = new Set<string>(['incidents', 'maintenance', 'reference', 'mails'])
/** Whether a change of these topics may change what people outside can read. */
export const changesStatus = (topics: readonly string[]): boolean => topics.some((topic) => TOPICS.has(topic))
const EVERY_MS = 60_000
/** Several writes that follow each other closely are shown at once. */
const SETTLES_MS = 250

export type Refreshing = {
  /** Refreshes now, or once more after the refresh that runs; resolves after the one that is running. */
  refresh: () => Promise<void>
  /** Ends after the refresh that runs. */
  close: () => Promise<void>
}

type RefreshingParts = {
  changes: Changes
  work: () => Promise<void>
  onError: (error: unknown) => void
}

/** Runs `work` soon after each write that may have changed what anybody can read, and once a minute. */
export function openRefreshing({ changes, work, onError }: RefreshingParts): Refreshing {
  let isClosed = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  let settling: NodeJS.Timeout | undefined
  const run = async () => {
    do {
      isAskedAgain = false
      await work().catch(onError)
    } while (isAskedAgain && !isClosed)
    running = undefined
  }
  const refresh = (): Promise<void> => {
    if (running) isAskedAgain = true
    else if (!isClosed) running = run()
    return running ?? Promise.resolve()
  }
  const settled = () => {
    settling = undefined
    void refresh()
  }
  const unsubscribe = changes.subscribe(({ topics }) => {
    if (changesStatus(topics)) settling ??= setTimeout(settled, SETTLES_MS)
  })
  const repeating = setInterval(() => void refresh(), EVERY_MS)
  return {
    refresh,
    close: async () => {
      isClosed = true
      unsubscribe()
      clearTimeout(settling)
      clearInterval(repeating)
      await running
    },
  }
}
