import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { serverFolder } from '../../../server-folder.ts'
import { VERSION } from '../../../version.ts'
import type { Header } from '../format.ts'

const folder = path.join(serverFolder, 'migrations')
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) })

type Known = { tag: string; when: number }

/** Migrations that this version knows, oldest first. */
export const readJournal = (): Known[] =>
  journal.parse(JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))).entries

export const statementsOf = ({ tag }: Known): string[] =>
  readFileSync(path.join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint')

/** Migrations of the backup; throws, with their names, if this version does not know some of them. */
export function migrationsOf({ version, migrations }: Pick<Header, 'version' | 'migrations'>): Known[] {
  const known = readJournal()
  const unknown = migrations.filter(({ created_at }) => known.every(({ when }) => when !== created_at))
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ')
    throw new Error(
      `The backup was made by Aviary ${version}, which is newer than this one (${VERSION}): its database has ${names}. Restore it with that version or a newer one.`,
    )
  }
  return known.filter(({ when }) => migrations.some(({ created_at }) => created_at === when))
}
