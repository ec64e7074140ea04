// Keeps pages open. Each is notified of a change and then reloads the statuses, as a page in a browser does.
import { Agent, get } from 'node:http'
import { connect } from 'node:net'

const { url, people, pages, connects } = JSON.parse(process.argv[2])
const { hostname, port, host } = new URL(url)

const report = { open: 0, broken: 0, wrong: 0 }
/** Milliseconds from the current change to each page's notification (`heard`) and to its new statuses (`shown`). */
let heard = []
let shown = []
let startedAt = 0

process.on('message', ({ change }) => {
  if (change) {
    startedAt = performance.now()
    ;[heard, shown] = [[], []]
    return process.send({ ready: true })
  }
  process.send({ ...report, heard, shown })
})

/**
 * Each keep-alive connection sends this request again and again, and reads only the status and the end of the
 * answer. Real pages spread the parsing over thousands of machines.
 */
const REQUEST = [
  'GET /api/v4/status/ HTTP/1.1',
  `Host: ${host}`,
  `Cookie: ${people[0].cookies}`,
  'Accept-Encoding: gzip',
  '\r\n',
].join('\r\n')
const CONNECTIONS = 256
const idle = []
const waiting = []
let connections = 0

function openConnection() {
  connections += 1
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let [activeRequest, text, missing] = [undefined, '', 0]
  const next = () => {
    activeRequest = waiting.shift()
    if (activeRequest) socket.write(REQUEST)
    else idle.push(connection)
  }
  const connection = {
    ask: (resolve) => {
      activeRequest = resolve
      socket.write(REQUEST)
    },
  }
  socket.setEncoding('latin1')
  socket.on('connect', next)
  socket.on('data', (part) => {
    if (missing === 0) {
      text += part
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /content-length: (\d+)/i.exec(text)
      if (!text.startsWith('HTTP/1.1 200') || !length) report.wrong += 1
      missing = end + 4 + Number(length?.[1] ?? 0) - text.length
      text = ''
    } else missing -= part.length
    if (missing > 0) return
    missing = 0
    activeRequest()
    next()
  })
  socket.on('close', () => {
    connections -= 1
    const index = idle.indexOf(connection)
    if (index >= 0) idle.splice(index, 1)
    else {
      report.wrong += 1
      activeRequest?.()
    }
  })
  socket.on('error', () => socket.destroy())
}

const readStatuses = () =>
  new Promise((resolve) => {
    const connection = idle.pop()
    if (connection) return connection.ask(resolve)
    waiting.push(resolve)
    if (connections < CONNECTIONS) openConnection()
  })

async function hear(text) {
  heard.push(performance.now() - startedAt)
  const spread = Number(/"spread_ms":(\d+)/.exec(text)?.[1] ?? 0)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * spread))
  await readStatuses()
  shown.push(performance.now() - startedAt)
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
function openPage(nth) {
  const request = get(
    `${url}/api/events`,
    { agent, headers: { cookie: people[nth % people.length].cookies, accept: 'text/event-stream' } },
    (answer) => {
      report.open += 1
      answer.setEncoding('utf8')
      answer.on('data', (text) => text.includes('"status"') && hear(text))
      answer.on('close', () => {
        report.open -= 1
        report.broken += 1
      })
    },
  )
  request.on('error', () => {
    report.broken += 1
  })
}

for (let index = 0; index < pages; index += 1) {
  openPage(index)
  if (index % connects === connects - 1) await new Promise((resolve) => setTimeout(resolve, 100))
}
process.send({ opened: true })
