/**
 * Measures the turns of this thread's event loop until `stop`, in microseconds of processor time. A busy machine
 * lengthens wall-clock time, but not processor time.
 */
export function watchTurns() {
  const used = () => process.threadCpuUsage().user
  const startedAt = used()
  let [last, longest] = [startedAt, 0]
  const measure = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(measure, 0)
  return {
    stop: () => {
      clearInterval(timer)
      measure()
      return { longest, all: used() - startedAt }
    },
  }
}
