import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { Db } from '../../../database/open.ts'
import type { Mark, Marking, WrittenChange } from './queries.ts'
import * as queries from './queries.ts'
import { keyOf, type Row } from './row.ts'

type Written = { written: readonly WrittenChange[]; rows: ReadonlyMap<string, Row>; marksDb: Db }

/** Adds changes to the lists of what they name, and what nobody named before to the dictionary. */
export async function markChanges(db: Db, { written, rows, marksDb }: Written): Promise<void> {
  const named = written.flatMap((change) => {
    const row = rows.get(keyOf(change))
    return row ? marksOf(row).map((mark) => ({ change, mark })) : []
  })
  if (named.length === 0) return
  const markIds = await idsOf(
    db,
    marksDb,
    named.map(({ mark }) => mark),
  )
  const markings = named.map(({ change, mark }): Marking => {
    const markId = markIds.get(nameOf(mark))
    if (markId === undefined) throw new Error(`The mark ${nameOf(mark)} is gone`)
    return { markId, effectiveAt: change.effectiveAt, changeId: change.changeId }
  })
  await queries.createMarkedChanges(db, markings)
}

const marksOf = (row: Row): Mark[] =>
  ENTITY_KINDS.flatMap((kind) => row[kind].map((name) => ({ kind, name, changeType: row.change_type })))

const nameOf = (mark: Mark): string => `${mark.changeType} ${mark.kind} ${mark.name}`

async function idsOf(db: Db, marksDb: Db, marks: readonly Mark[]): Promise<Map<string, number>> {
  const byName = new Map(marks.map((mark) => [nameOf(mark), mark]))
  // In one order for all who write, so that two of them do not wait for each other.
  const distinct = [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark)
  const ids = new Map<string, number>()
  const missing = await find(db, distinct, ids)
  if (missing.length === 0) return ids
  await queries.createMarks(marksDb, missing)
  await find(db, missing, ids)
  return ids
}

/** Notes the ids of the marks that are there; answers the others. */
async function find(db: Db, marks: readonly Mark[], ids: Map<string, number>): Promise<Mark[]> {
  const found = await queries.listMarkIds(db, marks)
  return marks.filter((mark, at) => {
    const id = found[at]
    if (id !== undefined) ids.set(nameOf(mark), id)
    return id === undefined
  })
}
