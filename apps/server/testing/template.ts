import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { systemClock } from '../src/clock.ts'
import { readConfig } from '../src/config.ts'
import { migrateDatabase } from '../src/database/migrate.ts'
import { getOrCreateDemoKeys } from '../src/features/session/demo/provider.ts'
import { seed } from '../src/seed.ts'

export const TEMPLATE = 'aviary_template'

/** Migrates and seeds the database that each test file copies. Called once, in the global setup. */
export async function createTemplate(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-template-'))
  try {
    const config = readConfig({ DATA_DIR: dataDir, SEED_DEMO: 'false' })
    await migrateDatabase(url.href, async (db) => {
      await seed(db, config, systemClock)
      // Generating a key takes a tenth of a second, so all copies of the database share one key.
      await getOrCreateDemoKeys(db)
    })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
