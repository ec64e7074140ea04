import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RecordedMigration } from './recorded-migrations.ts'

type Journal = { entries: { tag: string; when: number }[] }

/**
 * Names a migration that the database lacks although a later one has run, for example from another branch.
 * Drizzle compares only the latest migration and would skip the missing one silently.
 */
export function describeSkippedMigration(
  recorded: readonly RecordedMigration[],
  migrationsFolder: string,
): string | undefined {
  const { entries } = JSON.parse(
    readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as Journal
  const times = new Set(recorded.map(({ created_at }) => created_at))
  const latest = Math.max(...times)
  const skipped = entries.find(({ when }) => when < latest && !times.has(when))
  if (!skipped) return undefined
  return (
    `The database lacks the migration ${skipped.tag}, and has a later one of another branch or version: start that one, ` +
    'or use an empty database (in development, remove DATA_DIR). Nothing was changed.'
  )
}
