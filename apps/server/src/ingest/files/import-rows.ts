import type { Taken } from '@aviary/contract/ingest/endpoints'
import type { Db } from '../../database/open.ts'
import { InvalidRecords } from '../../features/reference/public.ts'
import type { ImportContext, Kind } from './kinds.ts'
import type { Row } from './read-rows.ts'

const BATCH = 1_000
const MOST_FAULTS = 100

export type RowFault = { line: number; message: string }

/** Nothing was stored. `faults` names the rows, at most 100 of them; `isCut` says that there may be more. */
export class ImportRefused extends Error {
  readonly faults: readonly RowFault[]
  readonly isCut: boolean
  constructor(faults: readonly RowFault[]) {
    super(`${faults.length} rows cannot be taken in; nothing was stored`)
    this.faults = faults.slice(0, MOST_FAULTS)
    this.isCut = faults.length >= MOST_FAULTS
  }
}

type Import = {
  rows: AsyncIterable<Row>
  kind: Kind
  context: ImportContext
  onProgress?: (rows: number) => void
}
type Read = { line: number; record: unknown }

/**
 * Takes rows in, a batch at a time, within the caller's transaction. A fault does not stop the reading: the rest is
 * checked as well, then ImportRefused is thrown, and the caller's transaction goes with it.
 */
export async function importRows(db: Db, { rows, kind, context, onProgress }: Import): Promise<Taken> {
  const total: Taken = { created: 0, updated: 0, unchanged: 0 }
  const faults: RowFault[] = []
  let batch: Read[] = []
  let read = 0

  const flush = async () => {
    if (batch.length === 0) return
    const taken = await takeBatch(db, batch, { kind, context, faults })
    for (const key of ['created', 'updated', 'unchanged'] as const) total[key] += taken[key]
    batch = []
    onProgress?.(read)
  }

  for await (const row of rows) {
    read += 1
    const record = checkRow(row, kind)
    if ('message' in record) faults.push(record)
    else batch.push(record)
    if (faults.length >= MOST_FAULTS) throw new ImportRefused(faults)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  if (faults.length > 0) throw new ImportRefused(faults)
  return total
}

type Batch = { kind: Kind; context: ImportContext; faults: RowFault[] }

async function takeBatch(db: Db, batch: readonly Read[], { kind, context, faults }: Batch): Promise<Taken> {
  try {
    return await kind.takeIn(
      db,
      batch.map(({ record }) => record),
      context,
    )
  } catch (error) {
    if (!(error instanceof InvalidRecords)) throw error
    for (const { index, message } of error.faults) faults.push({ line: batch[index]?.line ?? 0, message })
    return { created: 0, updated: 0, unchanged: 0 }
  }
}

function checkRow(row: Row, kind: Kind): Read | RowFault {
  const { line } = row
  if ('fault' in row) return { line, message: row.fault }
  const unknown = Object.keys(row.value).filter((name) => !kind.fields.includes(name))
  if (unknown.length > 0) {
    return {
      line,
      message: `unknown field ${shorten(unknown.join(', '))}; known are ${kind.fields.join(', ')}`,
    }
  }
  const parsed = kind.schema.safeParse(row.value)
  if (parsed.success) return { line, record: parsed.data }
  const told = parsed.error.issues.slice(0, 3).map(({ path, message }) => {
    const value = path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
      row.value,
    )
    return `${path.join('.')}: ${message}${value === undefined ? '' : ` (${shorten(JSON.stringify(value))})`}`
  })
  return { line, message: told.join('; ') }
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
