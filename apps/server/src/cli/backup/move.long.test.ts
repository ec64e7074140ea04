import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { startAviary } from '../../../testing/command.ts'
import { fillEverything } from '../../../testing/some-of-everything.ts'
import { alterOnTheWay, contentOf, createEmptyDatabase } from '../../../testing/whole-database.ts'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { becomeOwner } from '../../database/embedded/owner.ts'
import { runBackup } from './backup.ts'
import { runMove } from './move.ts'
import { runRestore } from './restore.ts'

let server: TestApp
let folder: string
let file: string
/** Data folder of an embedded database that is restored from the backup. */
let dataDir: string
let content: Record<string, string>
const databases: { url: string; drop: () => Promise<void> }[] = []

// Hides the output of the commands; other tests run the commands as child processes and check the output.
const quiet = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-move-'))
  chmodSync(folder, 0o711)
  file = path.join(folder, 'whole.backup')
  dataDir = path.join(folder, 'restored')
  const filled = path.join(folder, 'filled')
  server = await openTestApp()
  await fillEverything(server, { person: await server.signInAs('administrator'), dataDir: filled })
  content = await contentOf(server.databaseUrl)
  await runBackup(file, { databaseUrl: server.databaseUrl, dataDir: filled })
})
afterAll(async () => {
  quiet.mockRestore()
  await server.close()
  for (const { drop } of databases) await drop()
  rmSync(folder, { recursive: true, force: true })
})

const newDatabase = async () => {
  const database = await createEmptyDatabase()
  databases.push(database)
  return database.url
}
// Standard error of a successful command: a slow one prints lines about its progress.
const ONLY_PROGRESS = /^(\d+ rows, .+ rows\/s\n)*$/
const aviary = (...args: string[]) => startAviary([...args, '--data-dir', dataDir], {}).ended

test('a backup is restored into a new data folder, which is moved to a PostgreSQL server, every row compared', async () => {
  const restored = await aviary('restore', file)
  expect(restored).toMatchObject({
    code: 0,
    err: expect.stringMatching(ONLY_PROGRESS),
    out: expect.stringContaining('1 waiting, 3 in archives'),
  })
  const target = await newDatabase()
  const moved = await aviary('move', '--to', target)
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('1 waiting, 3 in archives') })
  expect(await contentOf(target)).toEqual(content)
  const lines = moved.out.split('\n').filter((line) => line.endsWith('the same'))
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(content))
  expect(lines.find((line) => line.startsWith('public.changes '))).toMatch(
    / 2000 {2}[0-9a-f]{16} {2}the same$/,
  )
  expect(moved.out).toContain('every row is the same in both databases')
  expect(moved.out).toContain('Start Aviary with DATABASE_URL set to the address of --to.')
})

test('a row that is altered on the way is found and named, and nothing is moved', async () => {
  const target = await newDatabase()
  await alterOnTheWay(target)
  const moved = await aviary('move', '--to', target)
  expect(moved.code).toBe(1)
  expect(moved.out).toMatch(/^public.companies +300 .* NOT THE SAME$/m)
  expect(moved.err).toContain(
    'Not the same in both databases:\npublic.companies: company_id 7\nNothing was moved.\n',
  )
  expect(await contentOf(target)).toEqual({})
})

test('a database that a server works on is not moved, nor filled', async () => {
  const target = await newDatabase()
  const used = runMove({ databaseUrl: server.databaseUrl, dataDir, to: target })
  await expect(used).rejects.toThrow('Aviary works on this database: stop it first')
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const giveBack = await becomeOwner(embedded.url, dataDir)
  try {
    await expect(runMove({ dataDir, to: target })).rejects.toThrow('Another Aviary serves the data')
    await expect(runRestore(file, { dataDir })).rejects.toThrow(`There is a database in ${dataDir} already`)
    expect(await contentOf(embedded.url)).toEqual(content)
    await giveBack()
    await expect(runMove({ dataDir, to: server.databaseUrl })).rejects.toThrow(
      'The database of --to is not empty',
    )
  } finally {
    await embedded.stop()
  }
  expect(await contentOf(target)).toEqual({})
})

test('move requires a PostgreSQL address and an existing source database', async () => {
  await expect(runMove({ dataDir, to: 'mysql://host/aviary' })).rejects.toThrow(
    'DATABASE_URL: use an address',
  )
  const nothing = path.join(folder, 'nothing')
  const options = { dataDir: nothing, to: 'postgresql://nobody@127.0.0.1:1/nothing' }
  await expect(runMove(options)).rejects.toThrow(`There is no database in ${nothing}`)
})
