import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/database/embedded/embedded.ts'
import { startPostgres15 } from './postgres-15.ts'
import { createTemplate, TEMPLATE } from './template.ts'

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabase()
  await createTemplate(database.url, TEMPLATE)
  project.provide('databaseUrl', database.url)
  return database.stop
}

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const isOnServer = process.env.AVIARY_TEST_DATABASE === 'server'
  const { TEST_DATABASE_URL: given } = process.env
  if (isOnServer && given) return { url: given, stop: () => Promise.resolve() }
  const folder = mkdtempSync(join(tmpdir(), 'aviary-test-database-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, who must be able to pass through.
  cleanUpWhenKilled(folder)
  const database = await (isOnServer
    ? startPostgres15(folder)
    : startEmbedded({ dataDir: join(folder, 'database'), log: () => {} }))
  return {
    url: database.url,
    stop: async () => {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// A killed Vitest stops nothing. This outlives it, and then ends whatever server still runs on the folder.
function cleanUpWhenKilled(folder: string): void {
  const untilWeAreGone = 'cat > /dev/null'
  const endServers =
    'for file in "$0"/*/postmaster.pid "$0"/*/*/postmaster.pid; do [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")"; done'
  const script = `${untilWeAreGone}; ${endServers}; sleep 1; rm -rf "$0"`
  const keeper = spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  keeper.unref()
}
