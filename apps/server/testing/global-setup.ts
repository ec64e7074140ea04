import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded/embedded.ts'
import { startPostgres15 } from './postgres-15.ts'
import { createTemplate, TEMPLATE } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's URL of the real PostgreSQL that this run tests on. */
    databaseUrl: string
  }
}

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabase()
  await createTemplate(database.url, TEMPLATE)
  project.provide('databaseUrl', database.url)
  return database.stop
}

function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (process.env.AVIARY_TEST_DATABASE !== 'server') return startThrowAwayEmbedded()
  const { TEST_DATABASE_URL: url } = process.env
  return url ? Promise.resolve({ url, stop: () => Promise.resolve() }) : startPostgres15()
}

async function startThrowAwayEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-embedded-'))
  // PostgreSQL may run as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const database = await startEmbedded({ dataDir: join(folder, 'database'), log: () => {} })
  return {
    url: database.url,
    stop: async () => {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
