import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded/embedded.ts'
import { startPostgres15 } from './postgres-15.ts'
import { useBuild } from './program.ts'
import { openRunFolder } from './run-folder.ts'
import { createTemplate, TEMPLATE } from './template.ts'

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const run = openRunFolder()
  useBuild()
  const database = await startDatabase()
  await createTemplate(database.url, TEMPLATE)
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    run.remove()
  }
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
