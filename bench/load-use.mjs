// Sends a fixed number of requests per second, without waiting for earlier answers, and prints the results.
import { Agent, request } from 'node:http'

const { url, people, perSecond, seconds, mix } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const EVERY_MS = 10

/** The mix as a list: each part as often as its weight. */
const parts = mix.flatMap((part) => Array.from({ length: part.weight }, () => part))
const timings = new Map(mix.map(({ name }) => [name, { times: [], wrong: [] }]))

function ask({ name, method, path, body }, nth) {
  const { email, cookies, token } = people[nth % people.length]
  const payload = body
    ? JSON.stringify(body).replaceAll('{nth}', String(nth)).replaceAll('{email}', email)
    : undefined
  const headers = {
    cookie: cookies,
    'accept-encoding': 'gzip',
    ...(payload
      ? {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'x-csrf-token': token,
        }
      : {}),
  }
  const startedAt = performance.now()
  const measures = timings.get(name)
  return new Promise((resolve) => {
    const clientRequest = request(
      url + path.replaceAll('{nth}', String(nth % 50)),
      { agent, method, headers },
      (answer) => {
        let text = ''
        if (answer.statusCode >= 400) answer.on('data', (part) => (text += part))
        answer.resume()
        answer.on('end', () => {
          measures.times.push(performance.now() - startedAt)
          if (answer.statusCode >= 400) measures.wrong.push(`${answer.statusCode} ${text}`)
          resolve()
        })
      },
    )
    clientRequest.on('error', (error) => {
      measures.wrong.push(String(error))
      resolve()
    })
    clientRequest.end(payload)
  })
}

const startedAt = performance.now()
const underWay = new Set()
let requestCount = 0
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const passed = (performance.now() - startedAt) / 1_000
    if (passed >= seconds) {
      clearInterval(timer)
      resolve()
    }
    for (; requestCount < Math.min(passed, seconds) * perSecond; requestCount += 1) {
      // The step is coprime to the list's length, so it reaches every part.
      const work = ask(parts[(requestCount * 37) % parts.length], requestCount)
      underWay.add(work)
      work.then(() => underWay.delete(work))
    }
  }, EVERY_MS)
})
await Promise.all(underWay)

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const report = [...timings].map(([name, { times, wrong }]) => {
  times.sort((a, b) => a - b)
  return {
    name,
    requestCount: times.length,
    wrong: wrong.length,
    first: wrong[0],
    half: percentile(times, 0.5),
    at99: percentile(times, 0.99),
  }
})
const all = [...timings.values()].flatMap(({ times }) => times).sort((a, b) => a - b)
console.log(
  JSON.stringify({
    parts: report,
    half: percentile(all, 0.5),
    at99: percentile(all, 0.99),
    maxMs: percentile(all, 1),
    requestCount: all.length,
  }),
)
