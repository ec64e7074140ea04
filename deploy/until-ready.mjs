// Waits until the process at an address can do its work. Ends with 1 when it cannot within five minutes.
import { setTimeout as pause } from 'node:timers/promises'

const WAITS_MS = 300_000
const LOOKS_EVERY_MS = 500

const address = process.argv[2] ?? 'http://127.0.0.1:8080'
const isReady = () =>
  fetch(new URL('/readyz', address)).then(
    ({ ok }) => ok,
    () => false,
  )

while (!(await isReady())) {
  if (performance.now() > WAITS_MS) {
    console.error(`Nothing is ready at ${address}`)
    process.exit(1)
  }
  await pause(LOOKS_EVERY_MS)
}
