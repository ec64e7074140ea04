// Keeps event streams open over bare sockets, and reports by messages when all are open and when all have heard.
import { connect } from 'node:net'

const { url, cookies, count, atOnce } = JSON.parse(process.argv[2])
const { hostname, port, host } = new URL(url)

const sockets = new Set()
let [heard, firstHeardAt, isLeaving] = [0, 0, false]
/** Unix time in milliseconds, comparable between processes. */
const now = () => performance.timeOrigin + performance.now()

process.on('message', ({ change }) => {
  if (change) {
    heard = 0
    return process.send({ ready: true })
  }
  isLeaving = true
  for (const socket of sockets) socket.destroy()
  process.disconnect()
})

const open = (nth) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    sockets.add(socket)
    socket.setEncoding('latin1')
    const lines = ['GET /api/events HTTP/1.1', `Host: ${host}`, 'Accept: text/event-stream']
    socket.write([...lines, `Cookie: ${cookies[nth % cookies.length]}`, '\r\n'].join('\r\n'))
    socket.on('data', (text) => {
      if (text.includes('event: hello')) return resolve()
      if (!text.includes('event: changed')) return text.startsWith('HTTP/1.1 200') || reject(new Error(text))
      heard += 1
      if (heard === 1) firstHeardAt = now()
      if (heard === count) process.send({ firstHeardAt, lastHeardAt: now() })
    })
    socket.on('close', () => {
      if (!isLeaving) throw new Error('The server ended a stream')
    })
    socket.on('error', reject)
  })

for (let nth = 0; nth < count; nth += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, count - nth) }, (_, index) => open(nth + index)))
process.send({ opened: true })
