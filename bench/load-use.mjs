// Asks so many requests a second, whether or not those before were answered, and prints what came of them.
import { Agent, request } from 'node:http'

const { url, people, perSecond, seconds, mix } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const EVERY_MS = 10

/** The mix as a list: each part as often as it weighs. */
const parts = mix.flatMap((part) => Array.from({ length: part.weight }, () => part))
const found = new Map(mix.map(({ name }) => [name, { times: [], wrong: [] }]))

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
  const begun = performance.now()
  const one = found.get(name)
  return new Promise((resolve) => {
    const asked = request(
      url + path.replaceAll('{nth}', String(nth % 50)),
      { agent, method, headers },
      (answer) => {
        let text = ''
        if (answer.statusCode >= 400) answer.on('data', (part) => (text += part))
        answer.resume()
        answer.on('end', () => {
          one.times.push(performance.now() - begun)
          if (answer.statusCode >= 400) one.wrong.push(`${answer.statusCode} ${text}`)
          resolve()
        })
      },
    )
    asked.on('error', (error) => {
      one.wrong.push(String(error))
      resolve()
    })
    asked.end(payload)
  })
}

const begun = performance.now()
const underWay = new Set()
let asked = 0
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const passed = (performance.now() - begun) / 1_000
    if (passed >= seconds) {
      clearInterval(timer)
      resolve()
    }
    for (; asked < Math.min(passed, seconds) * perSecond; asked += 1) {
      // A step that has nothing in common with the length of the list goes through all of it.
      const work = ask(parts[(asked * 37) % parts.length], asked)
      underWay.add(work)
      work.then(() => underWay.delete(work))
    }
  }, EVERY_MS)
})
await Promise.all(underWay)

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const told = [...found].map(([name, { times, wrong }]) => {
  times.sort((a, b) => a - b)
  return {
    name,
    asked: times.length,
    wrong: wrong.length,
    first: wrong[0],
    half: at(times, 0.5),
    at99: at(times, 0.99),
  }
})
const all = [...found.values()].flatMap(({ times }) => times).sort((a, b) => a - b)
console.log(
  JSON.stringify({
    parts: told,
    half: at(all, 0.5),
    at99: at(all, 0.99),
    most: at(all, 1),
    asked: all.length,
  }),
)
