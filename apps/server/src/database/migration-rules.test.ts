import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findUnsafe } from '../../testing/migration-rules.ts'
import { serverFolder } from '../server-folder.ts'

const folder = path.join(serverFolder, 'migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'))
  .map((name) => ({ name, sql: readFileSync(path.join(folder, name), 'utf8') }))

// A database never runs a migration twice: an edit would give old and new databases different schemas.
test('a migration is never edited: SHA256SUMS has the digest of each', () => {
  const sums = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  expect(
    readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8'),
    'A new migration needs its line: sha256sum *.sql > SHA256SUMS. Instead of editing an older one, write another',
  ).toBe(sums.join(''))
})

test('the journal and the folder have the same migrations, and one snapshot: the newest', () => {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag)
  expect(readdirSync(folder).filter((name) => name.endsWith('.sql'))).toEqual(tags.map((tag) => `${tag}.sql`))
  const times: number[] = journal.entries.map(({ when }: { when: number }) => when)
  expect(times, 'A migration merged after a later one would be skipped: generate it again').toEqual(
    times.toSorted((a, b) => a - b),
  )
  const snapshots = readdirSync(path.join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
  expect(snapshots, 'Remove the older snapshots from migrations/meta').toEqual([
    `${tags.at(-1)?.slice(0, 4)}_snapshot.json`,
  ])
})

test.each(migrations)('$name is safe beside the version before, or says why', ({ sql }) => {
  expect(findUnsafe(sql)).toEqual([])
})

test.each([
  ['ALTER TABLE "deliveries" DROP COLUMN "due_at";', 'uses what is dropped'],
  ['drop table if exists deliveries', 'uses what is dropped'],
  ['alter table incidents rename column details to text', 'knows the old name'],
  ['ALTER TABLE "incidents" RENAME TO "outages"', 'knows the old name'],
  ['ALTER TABLE "incidents" ALTER COLUMN "status" SET DATA TYPE integer', 'rewrites the table'],
  ['ALTER TABLE "incidents" ALTER COLUMN "status" SET NOT NULL', 'writes rows without it'],
  ['ALTER TABLE "incidents" ADD COLUMN "owner" text NOT NULL', 'writes rows without it'],
  [
    'ALTER TABLE "incidents" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL',
    'differs from row to row',
  ],
  ['ALTER TABLE "incidents" ADD CONSTRAINT "one" UNIQUE("status")', 'the rows are checked'],
  [
    'ALTER TABLE "incidents" ADD CONSTRAINT "known" FOREIGN KEY ("status") REFERENCES "public"."severities"("system_key")',
    'the rows are checked',
  ],
  ['CREATE UNIQUE INDEX "incidents_jira" ON "incidents" USING btree ("jira_id")', 'until its index is built'],
])('%s is refused', (sql, reason) => {
  expect(findUnsafe(sql)).toEqual([expect.stringContaining(reason)])
})

test.each([
  'ALTER TABLE "incidents" ADD COLUMN "owner" text',
  'ALTER TABLE "incidents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL',
  'ALTER TABLE "incidents" ADD CONSTRAINT "open" CHECK (status is not null) NOT VALID',
  'CREATE TABLE "notes" ("id" integer); --> statement-breakpoint\nCREATE INDEX "notes_id" ON "notes" ("id");',
  'create function f() returns trigger language plpgsql as $$ begin drop table incidents; end $$;',
  '-- drop table incidents is not done here\nselect 1',
  '-- safe: no version that was released reads this column\nALTER TABLE "incidents" DROP COLUMN "status"',
])('%s is allowed', (sql) => {
  expect(findUnsafe(sql)).toEqual([])
})

test('a reason covers only the statement after it, and must not be empty', () => {
  const drop = (table: string) => `DROP TABLE "${table}";--> statement-breakpoint\n`
  const why = '-- safe: nothing was ever written to this table\n'
  expect(findUnsafe(why + drop('one') + drop('two'))).toEqual([expect.stringContaining('two')])
  expect(findUnsafe(`-- safe: yes\n${drop('one')}`)).toHaveLength(1)
})
