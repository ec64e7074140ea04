import { vi } from 'vitest'

/** Long, because other work may keep the machine busy; a wait ends as soon as its check passes. */
const PATIENCE_MS = 50_000

type Options = {
  /** Milliseconds between two tries. */
  interval?: number
}

/** Repeats a check until it no longer throws. */
export const waitFor = <T>(check: () => T | Promise<T>, { interval = 20 }: Options = {}): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval })

/** Repeats a check until its result is truthy. */
export const waitUntil = <T>(check: () => T | Promise<T>, { interval = 20 }: Options = {}) =>
  vi.waitUntil(check, { timeout: PATIENCE_MS, interval })
