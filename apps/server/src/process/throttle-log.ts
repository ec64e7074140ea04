/**
 * Throttles a repeated log line: the first is logged, then at most one per interval. The returned function
 * says whether it has logged the line.
 */
export function throttleLog<Args extends unknown[]>(
  everyMs: number,
  report: (...args: Args) => void,
): (...args: Args) => boolean {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    const now = performance.now()
    if (now - reportedAt < everyMs) return false
    reportedAt = now
    report(...args)
    return true
  }
}
