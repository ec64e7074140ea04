import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { CiDependencyRecord, CiRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../../database/open.ts'
import type { RecordFault } from '../../../http/read-batch.ts'
import { InvalidRecords, type KnownNames, refuseUnknown } from '../../reference/public.ts'
import type { CiRow, StoredCi } from './queries.ts'
import * as queries from './queries.ts'

const sortedUnique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const toRow = (record: CiRecord): CiRow => ({
  name: record.name,
  category: record.category,
  services: sortedUnique(record.services),
  data_centers: sortedUnique(record.data_centers),
})

const isSame = (row: CiRow, previous: StoredCi | undefined): boolean =>
  row.category === previous?.category &&
  row.services.join('\n') === previous.services.join('\n') &&
  row.data_centers.join('\n') === previous.data_centers.join('\n')

/** Creates or updates CIs by name; the later of two records for one CI wins. Throws InvalidRecords. */
export async function ingestCis(
  db: Db,
  records: readonly CiRecord[],
  known: KnownNames,
): Promise<endpoints.IngestCounts> {
  refuseUnknown(records, known, (record) => ({ services: record.services, dataCenters: record.data_centers }))
  await queries.lockImpact(db)
  const rows = [...new Map(records.map((record) => [record.name, toRow(record)])).values()]
  const stored = await queries.listCisByName(
    db,
    rows.map((row) => row.name),
  )
  const before = new Map(stored.map((row) => [row.name, row]))
  const changed = rows.filter((row) => !isSame(row, before.get(row.name)))
  if (changed.length > 0) await queries.upsertCis(db, changed)
  await updateServiceCompanies(db, changed, before)
  const created = changed.filter((row) => !before.has(row.name)).length
  return { created, updated: changed.length - created, unchanged: records.length - changed.length }
}

/** Updates the companies of the services that CIs have joined or left. */
async function updateServiceCompanies(
  db: Db,
  changed: readonly CiRow[],
  before: ReadonlyMap<string, StoredCi>,
): Promise<void> {
  const moves = changed.flatMap((row) => {
    const previous = before.get(row.name)
    if (!previous) return []
    const services = [...row.services, ...previous.services].filter(
      (name) => row.services.includes(name) !== previous.services.includes(name),
    )
    return services.length > 0 ? [{ ciId: previous.ci_id, services }] : []
  })
  if (moves.length === 0) return
  const blocks = await queries.listBlocks(
    db,
    moves.map(({ ciId }) => ciId),
  )
  await queries.rebuildServiceCompanies(db, {
    services: sortedUnique(moves.flatMap(({ services }) => services)),
    blocks,
  })
}

/**
 * Creates or deletes dependencies of companies on CIs; the later of two records for one company and CI wins.
 * `updated` is the number of deleted dependencies. Throws InvalidRecords.
 */
export async function ingestCiDependencies(
  db: Db,
  records: readonly CiDependencyRecord[],
): Promise<endpoints.IngestCounts> {
  await queries.lockImpact(db)
  const stored = await queries.listCisByName(db, sortedUnique(records.map((record) => record.ci)))
  const ids = new Map(stored.map((row) => [row.name, row.ci_id]))
  const numbers = await queries.listCompanyNumbers(db, [
    ...new Set(records.map((record) => record.company_id)),
  ])
  const faults: RecordFault[] = []
  const latest = new Map<string, { ciId: number; number: number; depends: boolean }>()
  records.forEach((record, index) => {
    const ciId = ids.get(record.ci)
    const number = numbers.get(record.company_id)
    if (ciId === undefined) faults.push({ index, message: `unknown CI '${record.ci}'` })
    if (number === undefined) faults.push({ index, message: `unknown company ${record.company_id}` })
    if (ciId !== undefined && number !== undefined)
      latest.set(`${ciId} ${number}`, { ciId, number, depends: record.depends === 'Y' })
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
  const { created, ended, lost } = await queries.writeDependencies(db, [...latest.values()])
  if (ended > 0) {
    const services = await queries.listServicesOfCis(db, lost.ciIds)
    await queries.rebuildServiceCompanies(db, { services, blocks: lost.blocks })
  }
  return { created, updated: ended, unchanged: records.length - created - ended }
}
