const CHECK_MS = 1_000
/** A busy machine delays a timer by less; time limits of tests are 30 seconds and more. */
const NOTED_MS = 10_000

/**
 * Notes when the machine stood still, because tests then fail that wait for something. Returns a function that ends
 * this and gives a line for each time.
 */
export function noteStandstills({ now = Date.now, notedMs = NOTED_MS, checkMs = CHECK_MS } = {}) {
  const lines = []
  let last = now()
  const timer = setInterval(() => {
    const ms = now() - last - checkMs
    last += ms + checkMs
    const at = new Date(last).toISOString().slice(11, 19)
    if (ms >= notedMs) lines.push(`The machine stood still for ${Math.round(ms / 1000)} s until ${at} UTC.`)
  }, checkMs)
  return () => {
    clearInterval(timer)
    return lines
  }
}
