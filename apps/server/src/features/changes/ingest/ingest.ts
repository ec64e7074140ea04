import type { ChangeRecord } from '@aviary/contract/changes/record'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { Db } from '../../../database/open.ts'
import { type KnownNames, refuseUnknown } from '../../reference/public.ts'
import { markChanges } from './mark.ts'
import type { StoredChange } from './queries.ts'
import * as queries from './queries.ts'
import { keyOf, type Row, toRow } from './row.ts'

type IngestOptions = {
  known: KnownNames
  now: Date
  /** When the source last changed the records; kept, and never moved back. */
  sourceUpdatedAt?: Date
  /** Where new marks are written when `db` is a long transaction: whoever needs the same ones would wait for its end. */
  marksDb?: Db
}

/**
 * Creates or updates changes by their source and key; a record that is as it was changes nothing. Of two records for
 * one change in a batch the later one counts. Throws InvalidRecords for a service or data center nobody knows.
 */
export async function ingestChanges(
  db: Db,
  records: readonly ChangeRecord[],
  options: IngestOptions,
): Promise<endpoints.IngestCounts> {
  refuseUnknown(records, options.known, (record) => ({
    services: record.services,
    dataCenters: record.data_centers,
  }))
  const byKey = new Map(records.map(toRow).map((row) => [keyOf(row), row]))
  // In one order for all who write, so that two of them do not wait for each other.
  const rows = [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

  const stored = hashesOf(await queries.listStoredChanges(db, rows))
  const fresh = rows.filter((row) => !stored.has(keyOf(row)))
  const inserted = fresh.length > 0 ? await queries.createChanges(db, fresh, options.now) : []
  const created = new Set(inserted.map(keyOf))
  // What is there with other words, and what somebody else wrote a moment ago.
  const others = rows.filter((row) => !created.has(keyOf(row)) && stored.get(keyOf(row)) !== row.record_hash)
  const updated = others.length > 0 ? await replace(db, others) : []

  const written = [...inserted, ...updated]
  if (written.length > 0) await markChanges(db, { written, rows: byKey, marksDb: options.marksDb ?? db })
  if (options.sourceUpdatedAt) await queries.noteSourceUpdate(db, rows, options.sourceUpdatedAt)
  return {
    created: inserted.length,
    updated: updated.length,
    unchanged: records.length - written.length,
  }
}

async function replace(db: Db, rows: readonly Row[]) {
  const locked = await queries.lockStoredChanges(db, rows)
  const hashes = hashesOf(locked)
  const changed = rows.filter((row) => hashes.get(keyOf(row)) !== row.record_hash)
  if (changed.length === 0) return []
  const keys = new Set(changed.map(keyOf))
  const changing = locked.filter((row) => keys.has(keyOf(row)))
  await queries.deleteMarksOf(
    db,
    changing.map((row) => row.changeId),
  )
  return queries.updateChanges(db, changed)
}

const hashesOf = (stored: readonly StoredChange[]): Map<string, string> =>
  new Map(stored.map((row) => [keyOf(row), row.recordHash] as const))
