// Holds open pages: each hears what changed, and asks for the statuses again, as a browser's page does.
import { Agent, get } from 'node:http'

const { url, cookies, pages, connects } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

const told = { open: 0, broken: 0, wrong: 0 }
/** Of the change that is under way: milliseconds until each page heard of it, and until it had the new statuses. */
let heard = []
let shown = []
let begun = 0

process.on('message', ({ change }) => {
  if (change) {
    begun = performance.now()
    ;[heard, shown] = [[], []]
    return process.send({ ready: true })
  }
  process.send({ ...told, heard, shown })
})

const readStatuses = () =>
  new Promise((resolve) => {
    const asked = get(
      `${url}/api/v4/status/`,
      { agent, headers: { cookie: cookies, 'accept-encoding': 'gzip' } },
      (answer) => {
        if (answer.statusCode !== 200) told.wrong += 1
        answer.resume()
        answer.on('end', resolve)
      },
    )
    asked.on('error', () => {
      told.wrong += 1
      resolve()
    })
  })

function openPage() {
  const request = get(
    `${url}/api/events`,
    { headers: { cookie: cookies, accept: 'text/event-stream' } },
    (answer) => {
      told.open += 1
      answer.setEncoding('utf8')
      answer.on('data', async (text) => {
        if (!text.includes('"status"')) return
        heard.push(performance.now() - begun)
        await readStatuses()
        shown.push(performance.now() - begun)
      })
      answer.on('close', () => {
        told.open -= 1
        told.broken += 1
      })
    },
  )
  request.on('error', () => {
    told.broken += 1
  })
}

for (let at = 0; at < pages; at += 1) {
  openPage()
  if (at % connects === connects - 1) await new Promise((resolve) => setTimeout(resolve, 100))
}
process.send({ opened: true })
