/** Sleeps that `wakeAll` ends early for all sleepers, when there is work or the process stops. */
export function openWakeableSleep() {
  const waiting = new Set<() => void>()
  let wakes = 0
  return {
    /**
     * Number of wake-ups so far. Read it before checking for work and pass it to `pause`, so that a wake-up
     * in between is not missed.
     */
    wakes: () => wakes,
    pause: (ms: number, since = wakes) =>
      new Promise<void>((resolve) => {
        if (since !== wakes) return resolve()
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        waiting.add(wake)
      }),
    wakeAll: () => {
      wakes += 1
      for (const wake of waiting) wake()
    },
  }
}

export type WakeableSleep = ReturnType<typeof openWakeableSleep>
