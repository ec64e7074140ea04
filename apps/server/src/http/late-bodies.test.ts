import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endLateBodies } from './late-bodies.ts'

let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    request.on('error', () => undefined) // the tested limit breaks the request off
    request.on('end', () => response.end('read')).resume()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => socket.end(error.code))
  endLateBodies(server, { withinMs: 300, slowest: 2_000, isExempt: ({ url }) => url === '/upload' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function answerTo(head: string, rest?: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setEncoding('utf8')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.write(head)
  if (rest !== undefined) setTimeout(() => socket.write(rest), 700)
  await once(socket, 'close')
  return answer
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\nab`

test('a body that does not come in time ends its request', async () => {
  expect(await answerTo(head('/'))).toContain('ERR_HTTP_REQUEST_TIMEOUT')
  const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n'
  expect(await answerTo(chunked)).toContain('ERR_HTTP_REQUEST_TIMEOUT')
})

const PIECE = 'x'.repeat(1_000)

/** Sends `pieces` chunks of 1,000 bytes, one every 50 ms, then stops, although the headers announce 20 chunks. */
async function answerToPieces(pieces: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 20000\r\n\r\n')
  for (let sent = 0; sent < pieces; sent += 1) {
    socket.write(PIECE)
    await pause(50)
  }
  await closed
  return answer
}

test('a body that comes slowly and steadily is read, one that stalls on the way ends its request', async () => {
  const startedAt = performance.now()
  expect(await answerToPieces(20)).toContain('read')
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  expect(await answerToPieces(10)).toContain('ERR_HTTP_REQUEST_TIMEOUT')
})

test('an exempt body may take longer, and a complete one is answered', async () => {
  expect(await answerTo(head('/upload'), 'cd')).toContain('read')
  expect(await answerTo(`${head('/')}cd`)).toContain('read')
  expect(await answerTo('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain('read')
})
