import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { CompanyRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { type KnownNames, refuseUnknown } from '../reference/public.ts'
import * as queries from './queries.ts'

const toRow = (record: CompanyRecord) => ({
  companyId: record.id,
  name: record.name,
  entityCode: record.entity_code || null,
  dataCenter: record.data_center ?? null,
})

/** Creates or updates companies by their id. Of two records for one company in a batch the later one counts. */
export async function ingestCompanies(
  db: Db,
  records: readonly CompanyRecord[],
  known: KnownNames,
): Promise<endpoints.IngestCounts> {
  refuseUnknown(records, known, (record) => ({
    services: [],
    dataCenters: record.data_center ? [record.data_center] : [],
  }))
  const rows = [...new Map(records.map((record) => [record.id, toRow(record)])).values()]
  const stored = await queries.listCompaniesById(
    db,
    rows.map((row) => row.companyId),
  )
  const before = new Map(stored.map((row) => [row.companyId, row]))
  const changed = rows.filter((row) => {
    const previous = before.get(row.companyId)
    return (
      previous?.name !== row.name ||
      previous.entityCode !== row.entityCode ||
      previous.dataCenter !== row.dataCenter
    )
  })
  const hasMoved = changed.some((row) => before.get(row.companyId)?.dataCenter !== row.dataCenter)
  if (hasMoved || changed.some((row) => !before.has(row.companyId))) await queries.lockCompanySets(db)
  // Passes each known company's `number`, because the upsert would otherwise use up a new number of the
  // sequence.
  const numbered = changed.map((row) => ({ ...row, number: before.get(row.companyId)?.number }))
  if (changed.length > 0) await queries.upsertCompanies(db, numbered)
  const created = changed.filter((row) => !before.has(row.companyId)).length
  return { created, updated: changed.length - created, unchanged: records.length - changed.length }
}
