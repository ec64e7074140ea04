import type { Db } from '../../../database/open.ts'
import type { UploadedFile } from '../../../http/spool.ts'
import { checkColumns, RowFaults, readSheet } from '../rows.ts'
import { checkDuplicateCompany, checkRow } from './check-row.ts'
import type { NewStaged } from './queries.ts'
import * as queries from './queries.ts'

export const MERGE_COLUMNS = ['company_id', 'subject', 'body']

/** Limits per statement: the parameters of a statement are built in one go, while other requests wait. */
const MAX_ROWS = 500
const MAX_CHARACTERS = 128 * 1024

export type Staged = { columns: string[]; rows: number }
type Import = { importId: number; secCommId: number }

/**
 * Stages an email for each row of a file and stores the file, within the caller's transaction. After the first fault
 * nothing more is written, but the other rows are checked; then InvalidInput reports the faults, and the transaction
 * is rolled back.
 */
export async function stage(db: Db, target: Import, file: UploadedFile): Promise<Staged> {
  const faults = new RowFaults()
  const companies = new Map<number, number>()
  let columns: readonly string[] = []
  let batch: NewStaged[] = []
  let characters = 0
  let writing: Promise<void> = Promise.resolve()

  const flush = async () => {
    // Waits for the previous batch only here, so that rows are read while the database writes.
    await writing
    const rows = batch
    batch = []
    characters = 0
    if (rows.length === 0 || faults.bad > 0) return
    writing = queries.createStaged(db, target, rows)
    // A failure surfaces where `writing` is awaited; this only prevents an unhandled rejection before that.
    writing.catch(() => undefined)
  }

  try {
    const sheet = readSheet(file.read(), (names, line) => checkColumns(names, line, MERGE_COLUMNS))
    for await (const { columns: names, line, from, to, cells } of sheet) {
      columns = names
      const { companyId, subject, body, faults: rowFaults } = checkRow(names, { cells })
      const allFaults = [
        ...rowFaults,
        ...checkDuplicateCompany(companies, { companyId, line, faults: rowFaults }),
      ]
      faults.add(line, allFaults)
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
  await queries.refreshStagedStatistics(db, faults.rows)
  await storeFile(db, target.importId, file)
  return { columns: [...columns], rows: faults.rows }
}

/**
 * Stores the file, with one part in memory at a time. Called only after all rows have passed, so that no
 * refused file is written.
 */
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
    for (let offset = 0; offset < chunk.length; ) {
      const copied = chunk.copy(part, length, offset)
      offset += copied
      length += copied
      if (length === queries.PART_BYTES) await write()
    }
  }
  if (length > 0) await write()
}
