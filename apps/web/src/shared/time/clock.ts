import { useSyncExternalStore } from 'react'

// The web app reads the wall clock only here.

export const nowMs = (): number => Date.now()

/** The current time in milliseconds since 1970; re-renders every `everyMs`. */
export function useNow(everyMs: number): number {
  const tick = getTick(everyMs)
  return useSyncExternalStore(tick.subscribe, tick.read)
}

type Tick = { subscribe: (watcher: () => void) => () => void; read: () => number }
const ticks = new Map<number, Tick>()

function getTick(everyMs: number): Tick {
  const existing = ticks.get(everyMs)
  if (existing) return existing
  const watchers = new Set<() => void>()
  let now = nowMs()
  /** Whether the last watcher left since the time was read, so that the time may be of long ago. */
  let wasLeft = false
  let timer: ReturnType<typeof setInterval> | undefined
  const tick: Tick = {
    read: () => {
      // Renewed here and not by the first watcher, for which all that was rendered before would be rendered again.
      if (watchers.size === 0 && (wasLeft || Math.abs(nowMs() - now) >= everyMs)) {
        now = nowMs()
        wasLeft = false
      }
      return now
    },
    subscribe: (watcher) => {
      if (watchers.size === 0) {
        timer = setInterval(() => {
          now = nowMs()
          for (const notify of watchers) notify()
        }, everyMs)
      }
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        wasLeft = true
        clearInterval(timer)
      }
    },
  }
  ticks.set(everyMs, tick)
  return tick
}
