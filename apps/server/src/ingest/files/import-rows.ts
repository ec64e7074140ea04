import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { Row } from '../../csv/row.ts'
import type { Db } from '../../database/open.ts'
import { InvalidRecords } from '../../features/reference/public.ts'
import { type CheckedRow, checkRow, type RowFault } from './check-row.ts'
import type { ImportContext, Kind } from './kinds.ts'

const MAX_RECORDS = 1_000
/** Maximum characters of a batch. Two batches are in memory: one is being written, one is being read. */
const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_FAULTS = 100

/** Nothing was stored. `faults` lists faulty rows by line, at most 100; `isCut`: there may be more faults. */
export class ImportRefused extends Error {
  readonly faults: readonly RowFault[]
  readonly isCut: boolean
  constructor(faults: readonly RowFault[]) {
    super(`${faults.length} faults; nothing was stored`)
    this.faults = faults.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS)
    this.isCut = faults.length >= MAX_FAULTS
  }
}

type Import = {
  rows: AsyncIterable<Row>
  kind: Kind
  context: ImportContext
  onProgress?: (rows: number) => void
}

/**
 * Ingests rows batch by batch in the caller's transaction; the next batch is read while the database writes.
 * After a fault further rows are still checked, until 100 faults are found. ImportRefused is then thrown, and
 * the transaction rolls back.
 */
export async function importRows(
  db: Db,
  { rows, kind, context, onProgress }: Import,
): Promise<endpoints.IngestCounts> {
  const total: endpoints.IngestCounts = { created: 0, updated: 0, unchanged: 0 }
  const faults: RowFault[] = []
  let batch = emptyBatch()
  let read = 0

  let writing: Promise<void> = Promise.resolve()

  const write = async (checked: readonly CheckedRow[]) => {
    const counts = await takeBatch(db, checked, { kind, context, faults })
    for (const key of ['created', 'updated', 'unchanged'] as const) total[key] += counts[key]
  }

  const flush = async () => {
    await writing
    const { checked } = batch
    batch = emptyBatch()
    if (checked.length > 0) {
      writing = write(checked)
      // The failure is handled where `writing` is awaited; until then it must not count as an unhandled
      // rejection.
      writing.catch(() => undefined)
    }
    onProgress?.(read)
  }

  try {
    for await (const row of rows) {
      read += 1
      const checked = checkRow(row, kind, context.known)
      if ('message' in checked) faults.push(checked)
      else add(batch, checked)
      if (faults.length >= MAX_FAULTS) break
      if (isFull(batch)) await flush()
    }
    await flush()
  } finally {
    await writing
  }
  if (faults.length > 0) throw new ImportRefused(faults)
  return total
}

type Batch = { checked: CheckedRow[]; characters: number }

const emptyBatch = (): Batch => ({ checked: [], characters: 0 })

function add(batch: Batch, row: CheckedRow): void {
  batch.checked.push(row)
  batch.characters += row.size
}

const isFull = ({ checked, characters }: Batch): boolean =>
  checked.length >= MAX_RECORDS || characters >= MAX_CHARACTERS

type TakeBatch = { kind: Kind; context: ImportContext; faults: RowFault[] }

async function takeBatch(
  db: Db,
  rows: readonly CheckedRow[],
  to: TakeBatch,
): Promise<endpoints.IngestCounts> {
  try {
    const records = rows.map(({ record }) => record)
    return await to.kind.ingest(db, records, to.context)
  } catch (error) {
    if (!(error instanceof InvalidRecords)) throw error
    for (const { index, path, message } of error.faults)
      to.faults.push({ line: rows[index]?.line ?? 0, message: path ? `${path}: ${message}` : message })
    return { created: 0, updated: 0, unchanged: 0 }
  }
}
