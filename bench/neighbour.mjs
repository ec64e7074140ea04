// A caller in a process of its own, so that work of the benchmark does not delay it. It keeps asking the
// address of its first argument with the cookies of its second, and answers every message from its parent
// with the longest time in milliseconds that a request has taken since the message before.
import { setTimeout as pause } from 'node:timers/promises'

const REQUEST_INTERVAL_MS = 5
const [address, cookie] = process.argv.slice(2)

let longest = 0
process.on('message', () => {
  process.send(longest)
  longest = 0
})

while (process.connected) {
  const startedAt = performance.now()
  const response = await fetch(address, { headers: { cookie } })
  await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  longest = Math.max(longest, performance.now() - startedAt)
  await pause(REQUEST_INTERVAL_MS)
}
