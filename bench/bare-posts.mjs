// Posts a body to many addresses, as many at a time as the product does, and prints the seconds it took.
import { request } from 'node:http'

const { urls, body, atOnce } = JSON.parse(process.argv[2])

const post = (url) =>
  new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request(url, { method: 'POST', headers, agent: false })
    sending.on('error', fail)
    sending.on('response', (response) => response.resume().on('end', done))
    sending.end(body)
  })

const startedAt = performance.now()
let next = 0
const work = async () => {
  while (next < urls.length) {
    const url = urls[next]
    next += 1
    await post(url)
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
console.log((performance.now() - startedAt) / 1000)
