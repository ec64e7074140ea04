import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMiscounted } from '../../testing/change-counts.ts'
import { startAviary } from '../../testing/command.ts'
import { administratorUrl, createTestDatabase } from '../../testing/database.ts'
import { changeRecord } from '../../testing/ingest.ts'
import { LOCKS } from '../database/locks.ts'
import { type Db, openDatabase } from '../database/open.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let changesId: number
beforeEach(async () => {
  database = await createTestDatabase()
  changesId = await connected(async (db) => {
    const { rows } = await db.execute<{ id: number }>(sql`select 'changes'::regclass::int as id`)
    return rows[0]?.id ?? 0
  })
})
afterEach(() => database.drop())

/** Connected only while `work` runs: the import looks whether it is alone. */
async function connected<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(database.url, () => undefined)
  return work(db).finally(close)
}

type State = { index: number; isValid: boolean; changes: number; found: number }

/** `found`: changes with the word, by the text index alone. */
async function readState(db: Db): Promise<State> {
  await db.execute(sql`set enable_seqscan = off`)
  const { rows } = await db.execute<State>(sql`
    select i.indexrelid::int as index, i.indisvalid and i.indisready as "isValid",
      (select count(*)::int from changes) as changes,
      (select count(*)::int from changes where search_text like '%heron%') as found
    from pg_index i where i.indexrelid = 'changes_trigrams'::regclass`)
  const [state] = rows
  if (!state) throw new Error('There is no text index')
  return state
}
const state = () => connected(readState)

const COUNT = 2_500
const records = (count = COUNT) =>
  Array.from({ length: count }, (_, index) =>
    changeRecord(`C-${index}`, { summary: index % 10 === 0 ? 'The heron lands' : 'A kea lands' }),
  )
const lines = (list: readonly object[]) => `${list.map((record) => JSON.stringify(record)).join('\n')}\n`

function startImport() {
  const args = ['import', 'changes', '-', '--format', 'jsonl', '--database-url', database.url]
  const child = startAviary(args, {})
  child.stdin.on('error', () => undefined) // the import has ended
  return child
}

async function importAll(list: readonly object[]) {
  const child = startImport()
  child.stdin.end(lines(list))
  return child.ended
}

test('an import into an empty database that nobody uses builds the text index afterwards', async () => {
  const before = await state()
  // The last record updates one of the first batch: the index is built over both versions of the row.
  const updated = changeRecord('C-1', { summary: 'A heron instead' })
  expect(await importAll([...records(), updated])).toMatchObject({ code: 0, err: '' })
  const after = await state()
  expect(after).toMatchObject({ isValid: true, changes: COUNT, found: COUNT / 10 + 1 })
  expect(after.index).not.toBe(before.index)
  expect(await connected((db) => findMiscounted({ db }))).toEqual([])

  expect(await importAll(records())).toMatchObject({ out: `0 created, 1 updated, ${COUNT - 1} unchanged\n` })
  expect(await state()).toEqual({ ...after, found: COUNT / 10 })
})

test('beside others the text index stays, and nobody waits for the import', async () => {
  const before = await state()
  await connected(async (db) => {
    await readState(db)
    const child = startImport()
    child.stdin.write(lines(records()))
    // The import has written its first batches once their names are there.
    await expect.poll(() => listNames(db)).toEqual(['Expense', 'us2'])
    expect(await readState(db)).toEqual(before)
    child.stdin.end()
    expect(await child.ended).toMatchObject({ code: 0 })
    expect(await readState(db)).toEqual({ ...before, changes: COUNT, found: COUNT / 10 })
  })
})

test('an import that is killed or refused leaves the text index as it was', async () => {
  const before = await state()
  const child = startImport()
  child.stdin.write(lines(records()))
  // The second is the lock by which a server that starts now waits for the end of the import.
  await expect.poll(listLocks).toEqual(['AccessExclusiveLock', `ExclusiveLock ${LOCKS.migration}`])
  child.kill()
  await child.ended
  // PostgreSQL notices the lost connection at its next message to it, or at once when it waits for one.
  await expect.poll(listLocks).toEqual([])
  expect(await state()).toEqual(before)

  const refused = await importAll([...records(), changeRecord('C-bad', { services: ['Espresso'] })])
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("unknown service 'Espresso'") })
  expect(await state()).toEqual(before)

  expect(await importAll(records())).toMatchObject({ out: `${COUNT} created, 0 updated, 0 unchanged\n` })
  expect(await state()).toMatchObject({ isValid: true, changes: COUNT, found: COUNT / 10 })
})

async function listNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from change_marks order by 1`)
  return rows.map(({ name }) => name)
}

/** Locks of the import in progress, asked without a connection to its database. */
async function listLocks(): Promise<string[]> {
  const { db, close } = openDatabase(await administratorUrl(), () => undefined)
  const { rows } = await db
    .execute<{ kind: string }>(
      sql`select distinct mode || coalesce(' ' || objid, '') as kind from pg_locks join pg_database d on d.oid = database
        where datname = ${new URL(database.url).pathname.slice(1)} and granted
          and (relation = ${changesId}::oid and mode = 'AccessExclusiveLock' or objid = ${LOCKS.migration}) order by 1`,
    )
    .finally(close)
  return rows.map(({ kind }) => kind)
}
