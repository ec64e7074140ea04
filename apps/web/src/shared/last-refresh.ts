import { POLLING_INTERVAL_MS } from '@aviary/contract/constants'
import { useEffect, useSyncExternalStore } from 'react'
import { dateFormat } from './formats.ts'
import { useNow } from './time/clock.ts'

const MISSED_POLLS = 2
const CHECK_EVERY_MS = 5_000

let refreshedAt = 0
const watchers = new Set<() => void>()

function set(at: number): void {
  refreshedAt = at
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Tells the top bar when the server last answered this page. `at`: milliseconds since 1970; 0 before the first
 * answer, or if the page gives no time.
 */
export function useReportRefresh(at: number): void {
  useEffect(() => {
    set(at)
    return () => set(0)
  }, [at])
}

export const useReportedRefresh = (): number => useSyncExternalStore(subscribe, () => refreshedAt)

/** Milliseconds since the data became stale, which is after two missed polls; 0 or negative while they are fresh. */
export function useOverdue(at: number): number {
  const now = useNow(CHECK_EVERY_MS)
  return at === 0 ? 0 : now - at - MISSED_POLLS * POLLING_INTERVAL_MS - CHECK_EVERY_MS
}

/** Time of day in UTC: `15:20:04 UTC`. */
export const toRefreshTime = (at: number, language: string): string =>
  `${dateFormat(language, { timeZone: 'UTC', timeStyle: 'medium', hourCycle: 'h23' }).format(at)} UTC`
