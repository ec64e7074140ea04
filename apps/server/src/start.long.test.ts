import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAviary } from '../testing/command.ts'
import { type ServerProcess, startProcess } from '../testing/process.ts'

// Each test starts one to four processes.
vi.setConfig({ testTimeout: 150_000 })

let dataDir: string
let server: ServerProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-start-'))
  // PostgreSQL refuses to run as root. If the tests run as root, another user runs it, who must be able to
  // pass through this folder.
  chmodSync(dataDir, 0o711)
})

afterEach(async () => {
  await server?.end('SIGTERM')
  server = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (environment: Record<string, string> = {}) => {
  server = await startProcess({ DATA_DIR: dataDir, ...environment })
  return server
}

const token = () => readFileSync(path.join(dataDir, 'first-service-token'), 'utf8').trim()

async function ingest(url: string, number: number): Promise<number> {
  const response = await fetch(`${url}/api/ingest/companies`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [{ id: number, name: `Company ${number}` }] }),
  })
  return response.status
}

test('the first start says where it is and how to sign in, and leaves a token for the operator alone', async () => {
  const { url, output } = await start()
  expect(output()).toContain(`Aviary is ready: ${url}`)
  expect(output()).toContain('Sign in: ')
  const file = path.join(dataDir, 'first-service-token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(output()).not.toContain(token())
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a start without any administrator says how to make one, and one that believes addresses says so', async () => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'aviary' }
  const first = await start(provider)
  const MENDS =
    '"level":"warn".*nobody is administrator: run `npx aviary grant EMAIL administrator`, or set ADMINISTRATORS to an address'
  expect(first.output()).toMatch(new RegExp(MENDS))
  expect(first.output()).not.toMatch(/OIDC_EMAIL_TRUSTED/)
  await first.end('SIGTERM')
  const second = await start({ ...provider, ADMINISTRATORS: 'a@acme.example', OIDC_EMAIL_TRUSTED: 'true' })
  expect(second.output()).not.toMatch(/nobody is administrator/)
  expect(second.output()).toMatch(/"level":"warn".*OIDC_EMAIL_TRUSTED is true: addresses .* are believed/)
  await second.end('SIGTERM')
  await startAviary(['grant', 'ada@acme.example', 'administrator'], { DATA_DIR: dataDir }).ended
  const third = await start(provider)
  expect(third.output()).not.toMatch(/nobody is administrator/)
})

test('after kill -9 in the middle of writing, everything that was answered is there', async () => {
  const first = await start()
  const answered: number[] = []
  let isKilled = false
  const write = async (from: number) => {
    for (let number = from; !isKilled; number += 4) {
      const status = await ingest(first.url, number).catch(() => undefined)
      if (status === 200) answered.push(number)
      if (answered.length === 60) {
        isKilled = true
        await first.end('SIGKILL')
      }
    }
  }
  await Promise.all([1, 2, 3, 4].map(write))
  expect(answered.length).toBeGreaterThanOrEqual(60)

  const again = await start()
  const response = await fetch(`${again.url}/api/ingest/companies`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: answered.map((id) => ({ id, name: `Company ${id}` })) }),
  })
  expect(await response.json()).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: answered.length,
    refused: 0,
  })
})

test('a stop in good order ends with code 0, and the next start has the data', async () => {
  const first = await start()
  expect(await ingest(first.url, 7)).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  const again = await start()
  const response = await fetch(`${again.url}/api/ingest/companies`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [{ id: 7, name: 'Company 7' }] }),
  })
  expect(await response.json()).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 0 })
})

test('a second server on one data folder says so, and the first goes on', async () => {
  const first = await start()
  await expect(startProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    /Another Aviary serves the data in .*: stop it first, or set DATA_DIR/,
  )
  expect(await ingest(first.url, 7)).toBe(200)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
})

test('a wrong configuration stops the start with a line that says what to mend', async () => {
  await expect(
    startProcess({ DATA_DIR: dataDir, PRODUCT_KEY: 'No Key!', STATUS_SITE: 'nowhere' }),
  ).rejects.toThrow(/PRODUCT_KEY: use 2 to 31 lower-case letters[\s\S]*STATUS_SITE: /)
})

test('an error that nothing handles ends the process with one line that says why, and with its own exit code', async () => {
  const fault = `process.on('message', (message) => setImmediate(() => { throw new Error(message.fault) }))`
  const broken = await startProcess(
    { DATA_DIR: dataDir },
    { flags: ['--import', `data:text/javascript,${encodeURIComponent(fault)}`] },
  )
  expect(await broken.endsAfter({ fault: 'nobody expected this' })).toBe(70)
  const fatal = broken
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"fatal"'))
  expect(fatal.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'the process ends: an error that nothing handles',
      err: expect.objectContaining({ message: 'nobody expected this' }),
    }),
  ])
  await start() // the embedded database keeps running, and the next start attaches to it
  expect((await fetch(`${server?.url}/readyz`)).status).toBe(200)
})
