import type { Db } from '../../database/open.ts'
import { readFromAudit } from '../audit/public.ts'
import { openSearch, searchOf } from './address-search.ts'
import { listPlaces, type Person } from './find-person.ts'
import type { TablePlace } from './queries.ts'
import * as queries from './queries.ts'

type Export = Person & { now: Date }

/**
 * What is stored about a person, as JSON: for each place its rows. Texts that do not name the person are left out, and
 * so are secrets. Reads one snapshot, in batches.
 */
export const exportPerson = (
  db: Db,
  person: Export,
  write: (text: string) => Promise<void>,
): Promise<{ rows: number }> =>
  db.transaction((transaction) => writeAll(transaction, person, write), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

async function writeAll(db: Db, { email, archiveDir, now }: Export, write: (text: string) => Promise<void>) {
  const search = searchOf(email)
  let rows = 0
  let before = '\n'
  await write(`{"person": ${JSON.stringify(email)}, "written_at": "${now.toISOString()}", "places": {`)
  const writePlace = async (name: string, found: AsyncIterable<object>) => {
    let isOpen = false
    for await (const row of found) {
      await write(isOpen ? ',\n' : `${before}${JSON.stringify(name)}: [\n`)
      await write(JSON.stringify(row))
      isOpen = true
      rows += 1
    }
    if (!isOpen) return
    await write(']')
    before = ',\n'
  }
  for (const place of await listPlaces(db))
    await writePlace(place.table, withoutOthers(queries.readRows(db, place, search), place, email))
  await writePlace('audit_log', readFromAudit(db, { email, archiveDir }))
  await write('\n}}\n')
  return { rows }
}

/** Leaves out secrets, generated columns, and texts in which the person is not. */
async function* withoutOthers(
  rows: AsyncIterable<Record<string, unknown>>,
  { typeOf, secret = [], replaced = [], kept = [], dropped = [] }: TablePlace,
  email: string,
): AsyncGenerator<Record<string, unknown>> {
  const searched = [...replaced, ...kept]
  const hidden = [...secret, ...dropped]
  const isThere = openSearch(email)
  for await (const row of rows)
    yield Object.fromEntries(
      Object.entries(row).filter(
        ([column, value]) =>
          typeOf(column) !== undefined &&
          !hidden.includes(column) &&
          (!searched.includes(column) || isThere(value)),
      ),
    )
}
