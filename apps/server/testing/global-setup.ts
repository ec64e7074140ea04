import { chmodSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded/embedded.ts'
import { startPostgres15 } from './postgres-15.ts'
import { useBuild } from './program.ts'
import { openRunFolder } from './run-folder.ts'
import { createTemplate, TEMPLATE } from './template.ts'

/** Starts the database beside the loading of the first test files, which wait for it in `administratorUrl`. */
export default function provideDatabase(project: TestProject): () => Promise<void> {
  const run = openRunFolder()
  useBuild()
  const file = join(run.folder, 'database.json')
  const write = (answer: { url: string } | { error: string }) => {
    writeFileSync(`${file}.new`, JSON.stringify(answer))
    renameSync(`${file}.new`, file)
  }
  const prepared = prepareDatabase()
  prepared.then(
    ({ url }) => write({ url }),
    (error: unknown) =>
      write({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  project.provide('databaseFile', file)
  return async () => {
    const database = await prepared.catch(() => undefined)
    await database?.stop()
    run.remove()
  }
}

async function prepareDatabase() {
  const database = await startDatabase()
  await createTemplate(database.url, TEMPLATE)
  return database
}

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const isOnServer = process.env.AVIARY_TEST_DATABASE === 'server'
  const { TEST_DATABASE_URL: given } = process.env
  if (isOnServer && given) return { url: given, stop: () => Promise.resolve() }
  const folder = mkdtempSync(join(tmpdir(), 'aviary-test-database-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, who must be able to pass through this folder.
  return isOnServer
    ? startPostgres15(folder)
    : startEmbedded({ dataDir: join(folder, 'database'), log: () => {} })
}
