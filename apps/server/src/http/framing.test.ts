import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let port: number
beforeAll(async () => {
  server = await openTestApp()
  port = Number(new URL(await server.listen()).port)
})
afterAll(() => server.close())

/** Sends these lines unchanged, and returns everything the server answers before it closes the connection. */
const say = (...lines: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', reject).on('close', () => resolve(heard))
  })

const HIDDEN = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

test.each([
  ['two lengths', 'content-length: 5', 'content-length: 6'],
  ['a length and chunks', 'content-length: 4', 'transfer-encoding: chunked'],
  ['chunks that are not the last coding', 'transfer-encoding: chunked, identity', 'x: y'],
  ['a length that is no number', 'content-length: +5', 'x: y'],
])(
  'a request with %s is refused, and what follows in its connection is not read',
  async (_, first, second) => {
    const heard = await say('POST /api/report_error/ HTTP/1.1', 'host: x', first, second, '', '0', '', HIDDEN)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  },
)
