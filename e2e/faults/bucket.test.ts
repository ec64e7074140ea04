import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBucket, type TestBucket } from '../../apps/server/testing/bucket.ts'
import { type MailBox, openMailBox } from '../support/mail-box.ts'
import { signInAt } from '../support/person.ts'
import { incident, ingest } from '../support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { type Caller, message, send } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// A server in use that exports its status page to a bucket that refuses and hangs, and to a folder beside it.

const ROOT = '/pages/status/'
const NOT_WRITTEN = 'the status page is not brought up to date, trying again'

let folder: string
let bucket: TestBucket
let mails: MailBox
let server: BuiltServer
let caller: Caller
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-bucket-'))
  bucket = await startBucket()
  mails = await openMailBox()
  server = await startBuiltServer({
    ...{ PUBLIC_STATUS: `/status,s3:/${ROOT},file://${folder}`, SMTP_URL: mails.url },
    ...bucket.environment,
  })
  caller = { ...(await signInAt(server.url, 'ines.incident@acme.example')), token: server.token }
  const fields = { affected_services: ['Expense'], data_centers: ['us2'] }
  await ingest('incidents', [incident('OPI-9001', fields)], server)
  await vi.waitUntil(() => bucket.objects.has(`${ROOT}heartbeat.json`), { timeout: 60_000 })
  await vi.waitUntil(() => existsSync(path.join(folder, 'heartbeat.json')), { timeout: 60_000 })
})
afterAll(async () => {
  await server.stop()
  await mails.close()
  await bucket.close()
  rmSync(folder, { recursive: true })
})

const post = async (text: string) => expect(await send(caller, message(caller, text, 'Y'), [])).toBe(true)
const stored = (name: string): string => {
  const body = bucket.objects.get(ROOT + name)?.body ?? Buffer.alloc(0)
  return (body[0] === 0x1f ? gunzipSync(body) : body).toString()
}
const inFolder = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const served = async (name: string) => (await fetch(`${server.url}/status/${name}`)).text()

/** Where a message is read, in time, while the bucket is broken. */
async function expectElsewhere(text: string): Promise<void> {
  await expect.poll(() => served('')).toContain(text)
  await expect.poll(() => inFolder('index.html')).toContain(text)
  expect(stored('index.html')).not.toContain(text)
}

/** Files without figures that depend on when they were written. */
const TIMELESS = /^(\w\w\/)?(incidents|history|assets|api)\/|feed\.(atom|json)$|badge/

/** All that the folder holds, and nothing else, is in the bucket. */
async function expectSame(): Promise<void> {
  const versions = (read: (name: string) => string) =>
    ['version.json', 'heartbeat.json'].map((name) => JSON.parse(read(name)).version)
  await expect.poll(() => new Set([...versions(stored), ...versions(inFolder)]).size).toBe(1)
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(gz|br)$|^heartbeat\.json$/.test(entry.name))
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
  const others = ['contents.json', 'heartbeat.json'].map((name) => ROOT + name)
  expect([...bucket.objects.keys()].filter((name) => !others.includes(name)).toSorted()).toEqual(
    names.map((name) => ROOT + name).toSorted(),
  )
  for (const name of names.filter((each) => TIMELESS.test(each)))
    expect([name, stored(name)]).toEqual([name, inFolder(name)])
}

test('a bucket that refuses or hangs in the middle of a round holds up nothing else, and is whole afterwards', async () => {
  const use = await useServer(server)
  const before = mails.arrived().length

  // Refused from the middle of a round on: the first of its files are written already.
  const goOn = bucket.hold(`${ROOT}de/index.html`)
  await post('while it refuses')
  await expect.poll(() => stored('de/index.html')).toContain('while it refuses')
  bucket.refuse(503, Number.POSITIVE_INFINITY)
  goOn()
  await expectElsewhere('while it refuses')
  await expect.poll(() => errorsIn(server.log()).join('\n')).toContain(NOT_WRITTEN)
  await expect.poll(() => mails.arrived().length).toBeGreaterThan(before)

  // Hangs: takes requests and answers none, until the server gives up.
  bucket.refuse(503, 0)
  const answer = bucket.hang()
  await post('while it hangs')
  await expectElsewhere('while it hangs')
  await use.expectGoesOn()
  answer()

  await post('once it is well')
  await expect.poll(() => stored('index.html')).toContain('once it is well')
  await expect.poll(() => inFolder('index.html')).toContain('once it is well')
  await expectSame()
  await use.end()
  expect(errorsIn(server.log()).filter((line) => !line.includes(NOT_WRITTEN))).toEqual([])
  expect(mails.secondCopies()).toBe(0)
})
