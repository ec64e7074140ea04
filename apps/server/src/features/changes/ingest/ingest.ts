import type { ChangeRecord } from '@aviary/contract/changes/record'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { Db } from '../../../database/open.ts'
import { type KnownNames, refuseUnknown } from '../../reference/public.ts'
import { markChanges } from './mark.ts'
import type { StoredChange } from './queries.ts'
import * as queries from './queries.ts'
import { type Row, toChangeKey, toRow } from './row.ts'

type IngestOptions = {
  known: KnownNames
  now: Date
  /** When the source last changed the records; ignored if it is before the stored time. */
  sourceUpdatedAt?: Date
  /**
   * Separate connection for creating marks, needed if `db` is a long transaction: other writers of the same
   * marks would wait for its end.
   */
  marksDb?: Db
}

/**
 * Creates or updates changes by source and key; an unchanged record writes nothing. If a batch has two
 * records for one change, the later one counts. Throws InvalidRecords for an unknown service or data center.
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
  const byKey = new Map(records.map(toRow).map((row) => [toChangeKey(row), row]))
  // All writers use the same order, so that they cannot deadlock.
  const rows = [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

  const stored = toHashes(await queries.listStoredChanges(db, rows))
  const missing = rows.filter((row) => !stored.has(toChangeKey(row)))
  const inserted = missing.length > 0 ? await queries.createChanges(db, missing, options.now) : []
  const created = new Set(inserted.map(toChangeKey))
  // Rows that differ from what is stored, and rows that another writer has just created.
  const outdated = rows.filter(
    (row) => !created.has(toChangeKey(row)) && stored.get(toChangeKey(row)) !== row.record_hash,
  )
  const updated = outdated.length > 0 ? await replace(db, outdated) : []

  const written = [...inserted, ...updated]
  if (written.length > 0) await markChanges(db, { written, rows: byKey, marksDb: options.marksDb ?? db })
  if (options.sourceUpdatedAt) await queries.updateSourceTime(db, rows, options.sourceUpdatedAt)
  return {
    created: inserted.length,
    updated: updated.length,
    unchanged: records.length - written.length,
  }
}

async function replace(db: Db, rows: readonly Row[]) {
  const locked = await queries.lockStoredChanges(db, rows)
  const hashes = toHashes(locked)
  const changed = rows.filter((row) => hashes.get(toChangeKey(row)) !== row.record_hash)
  if (changed.length === 0) return []
  const keys = new Set(changed.map(toChangeKey))
  const toUpdate = locked.filter((row) => keys.has(toChangeKey(row)))
  await queries.deleteMarkedChanges(
    db,
    toUpdate.map((row) => row.changeId),
  )
  return queries.updateChanges(db, changed)
}

const toHashes = (stored: readonly StoredChange[]): Map<string, string> =>
  new Map(stored.map((row) => [toChangeKey(row), row.recordHash] as const))
