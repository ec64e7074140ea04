import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { VERSION } from '../process/version.ts'
import type { Db } from './open.ts'

type Journal = { entries: { tag: string; when: number }[] }

/** A warning if a newer version has migrated this database, as in an upgrade (ADR 29); else undefined. */
export async function describeNewerSchema(db: Db, migrationsFolder: string): Promise<string | undefined> {
  const { entries } = JSON.parse(
    readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as Journal
  const own = entries.at(-1)
  const { rows } = await db.execute<{ later: number; newest: string }>(sql`
    select count(*)::int as later, max(created_at) as newest
    from drizzle.__drizzle_migrations where created_at > ${own?.when ?? 0}`)
  const [row] = rows
  if (!row || row.later === 0) return undefined
  const newest = new Date(Number(row.newest)).toISOString().slice(0, 10)
  return (
    `Aviary ${VERSION} knows the schema up to ${own?.tag}, and the database has ${row.later} later migrations, the newest of ${newest}: ` +
    'a newer version has been here. Both work while an upgrade lasts; start the newer version here as well'
  )
}
