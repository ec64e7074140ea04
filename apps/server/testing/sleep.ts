import { vi } from 'vitest'

/** Moves `performance.now`, which measures intervals, ahead, until `vi.restoreAllMocks`. */
export function sleepThrough(ms: number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}
