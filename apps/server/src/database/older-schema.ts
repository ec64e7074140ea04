import type { RecordedMigration } from './recorded-migrations.ts'

/**
 * The last of the 23 migrations from before 0.1.0. The first migration of 0.1.0 replaced them all and creates
 * the same schema, so it cannot run on a database that already has these tables.
 */
const LAST_REPLACED = { tag: '0022_provider_roles_of_an_address', when: 1_795_466_000_000 }

/** Whether all recorded migrations are from before 0.1.0. */
export const isOlderSchema = (recorded: readonly RecordedMigration[]): boolean =>
  recorded.length > 0 && recorded.every(({ created_at }) => created_at <= LAST_REPLACED.when)

/** Whether the last migration from before 0.1.0 has run too, so that the tables have the schema of 0.1.0. */
export const isReplacedSchema = (recorded: readonly RecordedMigration[]): boolean =>
  isOlderSchema(recorded) && recorded.some(({ created_at }) => created_at === LAST_REPLACED.when)

/** Advice for a database that lacks the last migration from before 0.1.0. */
export const COMPLETE_FIRST = `start the last version from before the release on it once (its newest migration is ${LAST_REPLACED.tag})`

/** Advice for a database from before 0.1.0, which cannot be migrated; undefined for any other database. */
export function describeOlderSchema(recorded: readonly RecordedMigration[]): string | undefined {
  if (!isOlderSchema(recorded)) return undefined
  const first = isReplacedSchema(recorded) ? '' : `${COMPLETE_FIRST}, then `
  return (
    'The database is from before the release of 0.1.0, and this version cannot bring it up to date: ' +
    `${first}write it into a file with 'npx aviary backup <file>', and load that with 'npx aviary restore <file>' into a new database ` +
    '(createdb) or a new DATA_DIR. Nothing was changed.'
  )
}
