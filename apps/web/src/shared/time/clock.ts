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
  let timer: ReturnType<typeof setInterval> | undefined
  const tick: Tick = {
    read: () => now,
    subscribe: (watcher) => {
      if (watchers.size === 0) {
        now = nowMs()
        timer = setInterval(() => {
          now = nowMs()
          for (const notify of watchers) notify()
        }, everyMs)
      }
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) clearInterval(timer)
      }
    },
  }
  ticks.set(everyMs, tick)
  return tick
}
