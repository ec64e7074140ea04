import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { z } from 'zod'
import { InvalidInput, invalidInput } from './errors.ts'
import { refuseUnstorable } from './unstorable.ts'

/** A fault of one record of a batch; `index` counts from 0, `path` names the field within the record. */
export type RecordFault = { index: number; path?: string; message: string; unknown?: UnknownName }

/**
 * `indexes`: original positions of the records that remain in a batch. `faults`: why the other records were
 * removed.
 */
export type Batch = { indexes: readonly number[]; faults: readonly RecordFault[] }

export const WHOLE_BATCH: Batch = { indexes: [], faults: [] }

type Schema = { body: z.ZodType; largest: number }

/**
 * Reads a body whose `records` can be refused one by one: removes faulty records from `body.records` and
 * lists them in `batch.faults`. Throws InvalidInput if the body itself is malformed.
 */
export function readBatch(value: unknown, { body, largest }: Schema): { body: unknown; batch: Batch } {
  const records = recordsIn(value)
  if (!records || records.length > largest) return { body: readWhole(value, body), batch: WHOLE_BATCH }
  const rest = { ...(value as object), records: [] }
  refuseUnstorable('body', rest)
  const unstorable = records.flatMap((record, index) => unstorableIn(record, index) ?? [])
  const isStorable = without(unstorable)
  // Replaces unstorable records by null, so that the others keep their positions; the schema faults of these
  // nulls are dropped below.
  const parsed = body.safeParse({
    ...rest,
    records: records.map((record, index) => (isStorable(index) ? record : null)),
  })
  const indexes = [...records.keys()]
  if (parsed.success) return { body: parsed.data, batch: { indexes, faults: [] } }

  const faults = [
    ...unstorable,
    ...parsed.error.issues.flatMap(faultOf).filter(({ index }) => isStorable(index)),
  ]
  if (faults.length === 0) throw invalidInput('body', parsed.error)
  const isGood = without(faults)
  const good = indexes.filter(isGood)
  const batch = { indexes: good, faults }
  if (good.length === 0) return { body: rest, batch }
  return { body: readWhole({ ...rest, records: records.filter((_, index) => isGood(index)) }, body), batch }
}

function recordsIn(value: unknown): unknown[] | undefined {
  const records = (value as { records?: unknown } | null)?.records
  return Array.isArray(records) && records.length > 0 ? records : undefined
}

function readWhole(value: unknown, schema: z.ZodType): unknown {
  refuseUnstorable('body', value)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidInput('body', parsed.error)
  return parsed.data
}

function without(faults: readonly RecordFault[]): (index: number) => boolean {
  const faulty = new Set(faults.map(({ index }) => index))
  return (index) => !faulty.has(index)
}

function unstorableIn(record: unknown, index: number): RecordFault | undefined {
  try {
    refuseUnstorable('', record)
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const [fault] = error.errors ?? []
    return { index, path: fault?.path.replace(/^\./, '') ?? '', message: fault?.message ?? error.message }
  }
}

function faultOf(issue: z.core.$ZodIssue): RecordFault[] {
  const [list, index, ...path] = issue.path
  if (list !== 'records' || typeof index !== 'number') return []
  return [{ index, path: path.join('.'), message: issue.message }]
}
