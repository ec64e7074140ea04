/**
 * Throttles a repeated log line: the first is logged, then at most one per interval, so that a lasting fault fills no disk.
 * Answers whether it was logged.
 */
export function throttleLog<Told extends unknown[]>(
  everyMs: number,
  tell: (...told: Told) => void,
): (...told: Told) => boolean {
  let toldAt = Number.NEGATIVE_INFINITY
  return (...told) => {
    const now = performance.now()
    if (now - toldAt < everyMs) return false
    toldAt = now
    tell(...told)
    return true
  }
}
