import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator URL of the PostgreSQL server that this run uses. */
    databaseUrl: string
  }
}

/** A separate database for one test file, copied from the migrated and seeded template. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = inject('databaseUrl')
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
