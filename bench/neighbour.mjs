// A caller in a process of its own, which work of the benchmark cannot delay. Repeats a request: the address
// is the first argument, the cookies are the second. Answers each message from its parent with the longest
// request time since the message before, in milliseconds.
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
