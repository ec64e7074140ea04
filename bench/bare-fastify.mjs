// Baseline: Fastify that answers every request with one constant buffer.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [file, port] = process.argv.slice(2)
const bytes = readFileSync(file)
const app = Fastify()
app.get('/', (_request, reply) => {
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-encoding', 'gzip')
    .send(bytes)
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
console.log('ready')
