import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { channels } from '../database/tables/channels.ts'
import { newSecret } from '../features/session/public.ts'
import { Misconfigured } from '../process/cannot-start.ts'
import { loadSealer, openSealer } from './sealer.ts'

const [first, second] = [
  'the first key, of 32 characters or more',
  'the second key, of 32 characters or more',
]

let server: TestApp
let keyFolder: string
beforeAll(async () => {
  server = await openTestApp()
  keyFolder = mkdtempSync(path.join(tmpdir(), 'aviary-sealer-'))
})
afterEach(() => server.db.delete(channels))
afterAll(async () => {
  await server.close()
  rmSync(keyFolder, { recursive: true })
})

const load = (keys: string[], folder?: string) =>
  loadSealer(server.db, { keys, keyFolder: folder, newKey: newSecret, now: server.now() })

async function createSealed(key: string): Promise<void> {
  const { seal } = openSealer([key])
  await server.db.insert(channels).values({
    ...{ kind: 'webhook', name: 'Hook', host: 'hooks.example', locale: 'en', audience: 'EXTERNAL' },
    ...{ address: seal('https://hooks.example/1'), secret: seal('whsec_1') },
    oldSecrets: [{ secret: seal('whsec_0'), until: '2026-08-21T12:00:00.000Z' }],
    createdAt: server.now(),
  })
}

test('without a key there is no sealer, and where something is sealed, no start', async () => {
  expect(await load([])).toBeUndefined()
  await createSealed(first)
  await expect(load([])).rejects.toThrow(Misconfigured)
})

test('a process with another key does not start', async () => {
  await createSealed(first)
  await expect(load([second])).rejects.toThrow('SECRETS_KEY=new,old')
})

test('with two keys everything is sealed with the first one, so that the old one can go', async () => {
  await createSealed(first)
  await load([second, first])
  const sealer = await load([second])
  const [row] = await server.db.select().from(channels)
  expect(
    [row?.address, row?.secret, row?.oldSecrets[0]?.secret].map((text) => sealer?.unseal(text ?? '')),
  ).toEqual(['https://hooks.example/1', 'whsec_1', 'whsec_0'])
  await expect(load([first])).rejects.toThrow(Misconfigured)
})

test('the embedded database keeps its key in a file that only its user can read', async () => {
  const sealer = await load([], keyFolder)
  const file = path.join(keyFolder, 'secrets-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(32)
  const again = await load([], keyFolder)
  expect(again?.unseal(sealer?.seal('text') ?? '')).toBe('text')
})

test('a restored embedded database without its key starts, with its channels paused', async () => {
  await createSealed(first)
  expect(await load([], keyFolder)).toBeDefined()
  const [row] = await server.db.select().from(channels)
  expect(row).toMatchObject({ pauseReason: 'key', pausedAt: expect.any(Date) })
  // The key is found again.
  await load([first])
  const [again] = await server.db.select().from(channels)
  expect(again).toMatchObject({ pauseReason: null, pausedAt: null })
})
