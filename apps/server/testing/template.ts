import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { systemClock } from '../src/clock.ts'
import { readConfig } from '../src/config.ts'
import { migrateDatabase } from '../src/database/migrate.ts'
import { findDemoKeys } from '../src/features/session/demo/provider.ts'
import { seed } from '../src/seed.ts'

export const TEMPLATE = 'aviary_template'

/** Migrates and seeds the database that every test file gets a copy of. Called once, from the global set-up. */
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
      // Takes a tenth of a second to make: one for all copies.
      await findDemoKeys(db)
    })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
