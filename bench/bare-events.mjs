// A bare server of event streams on Node's own `http`: no session, no headers of security. GET /cast sends an event to all.
import { createServer } from 'node:http'

const [port, hello, event] = process.argv.slice(2)
const streams = new Set()

createServer((request, response) => {
  if (request.url === '/cast') {
    for (const stream of streams) stream.write(event)
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(hello)
  streams.add(response)
  response.on('close', () => streams.delete(response))
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
