import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'

const SECRET_NEIGHBOUR = 'nothing of this is served'

let webDir: string
let server: TestApp
beforeAll(async () => {
  webDir = mkdtempSync(path.join(tmpdir(), 'aviary-page-'))
  mkdirSync(path.join(webDir, 'assets'))
  writeFileSync(
    path.join(webDir, 'index.html'),
    '<html><script nonce="__NONCE__" src="/assets/a.js"></script></html>',
  )
  writeFileSync(path.join(webDir, 'assets/a.js'), 'export {}')
  writeFileSync(path.join(webDir, 'neighbour.txt'), SECRET_NEIGHBOUR)
  server = await openTestApp({ environment: { WEB_DIR: webDir, PUBLIC_URL: 'https://aviary.example' } })
})
afterAll(async () => {
  await server.close()
  rmSync(webDir, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

const policyOf = (header: unknown): Map<string, string> =>
  new Map(
    String(header)
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  )

test('the page runs nothing but its own scripts, by a nonce of each answer, and stands in no frame', async () => {
  const [first, second] = [await open('/'), await open('/incidents')]
  const policy = policyOf(first.headers['content-security-policy'])
  expect(policy.get('default-src')).toBe("'none'")
  expect(policy.get('base-uri')).toBe("'none'")
  expect(policy.get('frame-ancestors')).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
  const nonce = /^'self' 'nonce-([\w+/=]{24})'$/.exec(policy.get('script-src') ?? '')?.[1]
  expect(nonce).toBeDefined()
  expect(first.body).toContain(`nonce="${nonce}"`)
  expect(second.body).not.toContain(`nonce="${nonce}"`)
})

test('a browser takes no answer for another type, tells other sites no address, and stays on https', async () => {
  for (const url of ['/', '/assets/a.js']) {
    const { headers } = await open(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  }
  expect((await open('/')).headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await open('/assets/a.js')).headers['content-type']).toMatch(/javascript; charset=utf-8$/)
})

test('no other origin is let in to read, whatever it is', async () => {
  for (const url of ['/', '/assets/a.js', '/healthz', '/api/banner', '/api/public_settings'])
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await open(url, { origin })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
})

test('a folder is not listed, a neighbouring file is not served, and TRACE echoes nothing', async () => {
  for (const url of ['/assets/', '/assets', '/neighbour.txt', '/.git/config', '/.env']) {
    const { body } = await open(url)
    expect(body).not.toContain(SECRET_NEIGHBOUR)
    expect(body).not.toContain('a.js</a>')
  }
  const traced = await server.app.inject({
    method: 'TRACE' as 'GET',
    url: '/',
    headers: { cookie: 'secret=1' },
  })
  expect(traced.statusCode).toBe(404)
  expect(traced.body).not.toContain('secret=1')
})

const KINDS = [
  '/',
  '/assets/a.js',
  '/healthz',
  '/api/openapi.json',
  '/api/public_settings',
  '/api/nothing',
  '/api/banner',
]

test('no kind of answer may be taken for another type', async () => {
  for (const url of KINDS) expect((await open(url)).headers['x-content-type-options'], url).toBe('nosniff')
})

test('every kind of answer names its type and its characters', async () => {
  for (const url of KINDS) expect((await open(url)).headers['content-type'], url).toMatch(/; charset=utf-8$/)
})

test("a client's forwarded address counts only behind a proxy", async () => {
  const isLimited = async (app: TestApp) => {
    const statuses = new Set<number>()
    for (let call = 0; call < 130; call += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${call}` }
      const url = '/api/maintenance_calendar/no-such-token/all.ics'
      statuses.add((await app.app.inject({ url, headers })).statusCode)
    }
    return statuses.has(429)
  }
  const behindProxy = await openTestApp({ environment: { TRUST_PROXY: 'true' } })
  expect([await isLimited(server), await isLimited(behindProxy)]).toEqual([true, false])
  await behindProxy.close()
})
