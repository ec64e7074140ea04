import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { StatusRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { type KnownNames, refuseUnknown } from '../reference/public.ts'
import * as queries from './queries.ts'
import { refreshStatus } from './refresh.ts'

/** Stores reports of monitoring and refreshes the grid. `hasChanged`: whether a cell changed. */
export async function ingestStatus(
  db: Db,
  records: readonly StatusRecord[],
  { known, now }: { known: KnownNames; now: Date },
): Promise<endpoints.IngestCounts & { hasChanged: boolean }> {
  refuseUnknown(records, known, (record) => ({
    services: [record.service],
    dataCenters: [record.data_center],
  }))
  const newest = new Map<string, StatusRecord>()
  for (const record of records) {
    const key = JSON.stringify([record.source, record.service, record.data_center])
    const other = newest.get(key)
    if (!other || Date.parse(record.at) > Date.parse(other.at)) newest.set(key, record)
  }
  const written = await queries.upsertReports(
    db,
    [...newest.values()].map((record) => ({
      source: record.source,
      service: record.service,
      dataCenter: record.data_center,
      status: record.status,
      reportedAt: new Date(record.at),
      summary: record.summary || null,
      link: record.link || null,
    })),
  )
  const hasChanged = await refreshStatus(db, now)
  return { created: 0, updated: written, unchanged: records.length - written, hasChanged }
}
