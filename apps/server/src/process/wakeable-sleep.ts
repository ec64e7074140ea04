/** Waits that can be cut short: all who wait wake when there is something to do, or when the process stops. */
export function openWakeableSleep() {
  const waiting = new Set<() => void>()
  let wakes = 0
  return {
    /** How often all were woken: whoever looks first and waits then tells by it that something came in between. */
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
