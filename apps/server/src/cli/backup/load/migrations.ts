import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { COMPLETE_FIRST, isOlderSchema, isReplacedSchema } from '../../../database/older-schema.ts'
import { VERSION } from '../../../process/version.ts'
import { serverFolder } from '../../../server-folder.ts'
import type { Header } from '../format.ts'

const folder = path.join(serverFolder, 'migrations')
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) })

type Known = { tag: string; when: number }

/** Migrations that this version knows, oldest first. */
export const readJournal = (): Known[] =>
  journal.parse(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))).entries

const textOf = ({ tag }: Known): string => readFileSync(path.join(folder, `${tag}.sql`), 'utf8')

export const statementsOf = (migration: Known): string[] =>
  textOf(migration).split('--> statement-breakpoint')

/** Hash of a migration as drizzle computes it. */
export const hashOf = (migration: Known): string =>
  createHash('sha256').update(textOf(migration)).digest('hex')

/**
 * The migrations that the backup contains; throws with the names of those that this version does not know.
 */
export function migrationsOf({ version, migrations }: Pick<Header, 'version' | 'migrations'>): Known[] {
  const known = readJournal()
  if (isReplacedSchema(migrations)) return known.slice(0, 1)
  if (isOlderSchema(migrations))
    throw new Error(
      `The backup is from before the release of 0.1.0, and too old for this one: restore it with the version that made it, ${COMPLETE_FIRST}, and back that up.`,
    )
  const unknown = migrations.filter(({ created_at }) => known.every(({ when }) => when !== created_at))
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ')
    throw new Error(
      `The backup was made by Aviary ${version}, which is newer than this one (${VERSION}): its database has ${names}. Restore it with that version or a newer one.`,
    )
  }
  return known.filter(({ when }) => migrations.some(({ created_at }) => created_at === when))
}
