import type { Db } from '../../../database/open.ts'
import type { UploadedFile } from '../../../http/spool.ts'
import { checkColumns, RowFaults, readSheet } from '../rows.ts'
import { checkRow, faultOfCompany } from './check-row.ts'
import type { NewStaged } from './queries.ts'
import * as queries from './queries.ts'

export const MERGE_COLUMNS = ['company_id', 'subject', 'body']

/** One statement writes no more: its parameters are made at one go, while everybody else waits. */
const MAX_ROWS = 500
const MAX_CHARACTERS = 128 * 1024

export type Staged = { columns: string[]; rows: number }
type Import = { importId: number; secCommId: number }

/**
 * Stages an email for each row of a file within the caller's transaction, and stores the file. From the first row on that is
 * at fault nothing more is written, but the rest is looked at; then InvalidInput tells of all of them, and the transaction goes.
 */
export async function stage(db: Db, target: Import, file: UploadedFile): Promise<Staged> {
  const faults = new RowFaults()
  const companies = new Map<number, number>()
  let columns: readonly string[] = []
  let batch: NewStaged[] = []
  let characters = 0
  let writing: Promise<void> = Promise.resolve()

  const flush = async () => {
    // The next rows are read while the database writes these.
    await writing
    const rows = batch
    batch = []
    characters = 0
    if (rows.length === 0 || faults.bad > 0) return
    writing = queries.createStaged(db, target, rows)
    // Whoever awaits it hears of a failure; until somebody does, it is none that nobody handles.
    writing.catch(() => undefined)
  }

  try {
    const sheet = readSheet(file.read(), (names, line) => checkColumns(names, line, MERGE_COLUMNS))
    for await (const { columns: names, line, from, to, cells } of sheet) {
      columns = names
      const { companyId, subject, body, faults: own } = checkRow(names, { cells })
      const all = [...own, ...faultOfCompany(companies, { companyId, line, faults: own })]
      faults.add(line, all)
      if (faults.bad > 0) continue
      batch.push({ companyId, subject, body, line, from, to })
      characters += body.length
      if (batch.length >= MAX_ROWS || characters >= MAX_CHARACTERS) await flush()
    }
    await flush()
  } finally {
    await writing
  }
  faults.refuse()
  await queries.finishStaged(db, faults.rows)
  await storeFile(db, target.importId, file)
  return { columns: [...columns], rows: faults.rows }
}

/** Only once all of its rows are good: what is refused is not written. One part of it is in memory. */
async function storeFile(db: Db, importId: number, file: UploadedFile): Promise<void> {
  const part = Buffer.allocUnsafe(queries.PART_BYTES)
  let place = 0
  let length = 0
  const write = async () => {
    await queries.createPart(db, { importId, place, content: part.subarray(0, length) })
    place += 1
    length = 0
  }
  for await (const chunk of file.read()) {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, length, at)
      at += copied
      length += copied
      if (length === queries.PART_BYTES) await write()
    }
  }
  if (length > 0) await write()
}
