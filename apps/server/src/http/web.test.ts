import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'

const webDir = mkdtempSync(path.join(tmpdir(), 'aviary-web-'))
mkdirSync(path.join(webDir, 'assets'))
writeFileSync(path.join(webDir, 'index.html'), '<script nonce="__NONCE__"></script>')
writeFileSync(path.join(webDir, 'assets', 'index.js'), 'export {}')

let server: TestApp
let plain: TestApp
let url: string
beforeAll(async () => {
  server = await openTestApp({ environment: { WEB_DIR: webDir, PUBLIC_URL: 'https://aviary.example' } })
  plain = await openTestApp({ databaseUrl: server.databaseUrl, environment: { WEB_DIR: webDir } })
  url = await server.listen()
})
afterAll(async () => {
  expect([...server.errors, ...plain.errors]).toEqual([])
  await plain.close()
  await server.close()
  rmSync(webDir, { recursive: true })
})

/** Sends the path verbatim: `fetch` would resolve its dots. Returns status and headers. */
async function ask(address: string, { accept = '*/*', cookie = '' } = {}) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  const head = [`GET ${address} HTTP/1.1`, 'host: aviary', `accept: ${accept}`, `cookie: ${cookie}`]
  socket.write([...head, 'connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  const [status = '', ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? []
  const headers = lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)])
  return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers), text }
}

describe('an address of no file', () => {
  test.each([
    ...['/assets/../x', '/assets/%00', '/assets/..%5cx', '/assets/%2e%2e/index.html', '/assets//index.js'],
    ...[
      '/assets/.env',
      '/assets/nothing.js',
      '/assets',
      '/assets/',
      '/assets/./index.js',
      '/assets/%5c%5cx/y',
    ],
    ...['/.env', '/.git/config', '/x/.git/config', '/%2eenv', '/.well-known/security.txt', '/..%5c.env'],
  ])('%s is 404', async (address) => {
    const { status, headers } = await ask(address)
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  test('a person who follows such a link sees the page that says so', async () => {
    const { status, text } = await ask('/.env', { accept: 'text/html,*/*;q=0.8' })
    expect(status).toBe(404)
    expect(text).toContain('<script nonce=')
  })

  test.each(['/', '/details/OPI-1', '/nowhere', '/details/OPI-1.2'])('%s is a page', async (address) => {
    expect((await ask(address)).status).toBe(200)
  })

  test('an asset is served', async () => {
    const { status, headers } = await ask('/assets/index.js')
    expect([status, headers['content-security-policy']]).toEqual([200, undefined])
  })
})

describe('the page', () => {
  const open = (encoding: string) =>
    plain.app.inject({ url: '/history', headers: { 'accept-encoding': encoding } })

  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8'])(
    'is compressed for a client that takes %s',
    async (encoding) => {
      const { headers, rawPayload, statusCode } = await open(encoding)
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip'])
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
      expect(gunzipSync(rawPayload).toString()).toBe(`<script nonce="${nonce}"></script>`)
    },
  )

  test.each(['', 'identity', 'br', 'gzip;q=0'])('is plain for a client that takes %j', async (encoding) => {
    const { body, headers } = await open(encoding)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body).toMatch(/^<script nonce="/)
  })

  test('differs by encoding and in each answer, so that nothing keeps it for another client', async () => {
    for (const encoding of ['gzip', '']) {
      const { headers } = await open(encoding)
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
      expect(headers).not.toHaveProperty('etag')
    }
  })

  test('is compressed too where it says that nothing is there, and HEAD tells the same', async () => {
    const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
    const missing = await plain.app.inject({ url: '/.env', headers })
    expect([missing.statusCode, missing.headers['content-encoding']]).toEqual([404, 'gzip'])
    const head = await plain.app.inject({ method: 'HEAD', url: '/', headers })
    expect([head.headers['content-encoding'], head.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
    expect(head.body).toBe('')
  })

  test('repeats nothing of the request', async () => {
    const reply = await plain.app.inject({
      url: '/history?q=echoed-text',
      headers: { referer: 'http://echoed-text/', cookie: 'tokens=echoed-text', accept: 'text/html' },
    })
    expect(reply.body).not.toContain('echoed-text')
  })
})

describe('over https', () => {
  test('every answer says that plain http is over: pages, files, calls, refusals, what is no request', async () => {
    const { cookies } = await server.signInAs('support')
    const banner = '/api/banner'
    const answers = [
      ...(await Promise.all(
        ['/', '/assets/index.js', '/assets/../x', '/details/%', '/healthz'].map((to) => ask(to)),
      )),
      ...[await ask(banner), await ask('/api/nothing'), await ask('/api/%ZZ'), await ask('/idp/nothing')],
      ...[await ask(banner, { cookie: cookies }), await ask(banner, { cookie: cookies })],
      ...[await ask('/api/unsubscribe/x'), await ask('no address')],
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 404, 302, 200, 401, 404, 400, 404, 200, 200, 200, 400,
    ])
    for (const { headers } of answers)
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('over plain http no answer says so', async () => {
    const answers = await Promise.all(['/', '/api/banner'].map((to) => plain.app.inject({ url: to })))
    for (const { headers } of answers) expect(headers).not.toHaveProperty('strict-transport-security')
  })
})

test('a page runs its own scripts, is framed by nobody and asks for no device', async () => {
  const { headers } = await ask('/')
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('camera=(), '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  })
})

test('what a call answers is no page, even opened as one', async () => {
  const { cookies } = await server.signInAs('support')
  for (const answer of [
    await ask('/api/banner', { cookie: cookies }),
    await ask('/api/banner'),
    await ask('/api/nothing'),
  ])
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})
