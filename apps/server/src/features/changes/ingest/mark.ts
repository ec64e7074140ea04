import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { Db } from '../../../database/open.ts'
import type { Mark, Marking, WrittenChange } from './queries.ts'
import * as queries from './queries.ts'
import { type Row, toChangeKey } from './row.ts'

type WrittenChanges = { written: readonly WrittenChange[]; rows: ReadonlyMap<string, Row>; marksDb: Db }

/** Lists each change under its marks (the data centers, services and CIs that it names); creates missing marks. */
export async function markChanges(db: Db, { written, rows, marksDb }: WrittenChanges): Promise<void> {
  const pairs = written.flatMap((change) => {
    const row = rows.get(toChangeKey(change))
    return row ? toMarks(row).map((mark) => ({ change, mark })) : []
  })
  if (pairs.length === 0) return
  const markIds = await getOrCreateMarkIds(
    db,
    marksDb,
    pairs.map(({ mark }) => mark),
  )
  const markings = pairs.map(({ change, mark }): Marking => {
    const markId = markIds.get(toMarkKey(mark))
    if (markId === undefined) throw new Error(`The mark ${toMarkKey(mark)} is gone`)
    return { markId, effectiveAt: change.effectiveAt, changeId: change.changeId }
  })
  await queries.createMarkedChanges(db, markings)
}

const toMarks = (row: Row): Mark[] =>
  ENTITY_KINDS.flatMap((kind) => row[kind].map((name) => ({ kind, name, changeType: row.change_type })))

const toMarkKey = (mark: Mark): string => `${mark.changeType} ${mark.kind} ${mark.name}`

async function getOrCreateMarkIds(db: Db, marksDb: Db, marks: readonly Mark[]): Promise<Map<string, number>> {
  const byName = new Map(marks.map((mark) => [toMarkKey(mark), mark]))
  // All writers use the same order, so that they cannot deadlock.
  const distinct = [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark)
  const ids = new Map<string, number>()
  const missing = await findMarkIds(db, distinct, ids)
  if (missing.length === 0) return ids
  await queries.createMarks(marksDb, missing)
  await findMarkIds(db, missing, ids)
  return ids
}

/** Adds the ids of stored marks to `ids`; returns the marks that are not stored. */
async function findMarkIds(db: Db, marks: readonly Mark[], ids: Map<string, number>): Promise<Mark[]> {
  const storedIds = await queries.listMarkIds(db, marks)
  return marks.filter((mark, index) => {
    const id = storedIds[index]
    if (id !== undefined) ids.set(toMarkKey(mark), id)
    return id === undefined
  })
}
