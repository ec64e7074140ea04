import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File that appears when the run's database is ready; see `administratorUrl`. */
    databaseFile: string
  }
}

/** Administrator URL of the PostgreSQL server that this run uses, once its template is ready to copy. */
export async function administratorUrl(): Promise<string> {
  const file = inject('databaseFile')
  while (!existsSync(file)) await sleep(10)
  const { url, error } = JSON.parse(readFileSync(file, 'utf8')) as { url?: string; error?: string }
  if (!url) throw new Error(`The database of this run did not start: ${error}`)
  return url
}

/** A separate database for one test file, copied from the migrated and seeded template. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = await administratorUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAs(adminUrl, `create database ${name} template ${TEMPLATE}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runAs(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function runAs(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
