import type { Db } from '../../../database/open.ts'
import * as queries from './queries.ts'
import { isShown, readStatus, type SnapshotSettings, toPlaces } from './read.ts'
import type { PublicStatus } from './schema.ts'

export type Company = { companyId: number; name: string; dataCenter: string | null }

export type CompanyStatus = {
  status: PublicStatus
  /** Public ids of incidents that name the company. */
  affected: ReadonlySet<string>
}

/**
 * Reads what a company may read: what was published to people outside about its data center, its incidents and its
 * maintenance, and nothing of any other company. Services, incidents and data centers that are kept off the status page
 * are shown if they are the company's.
 */
export async function readCompanyStatus(
  db: Db,
  settings: Pick<SnapshotSettings, 'providerName' | 'inner'>,
  { company, now }: { company: Company; now: Date },
): Promise<CompanyStatus> {
  const affected = new Set<string>()
  const { companyId, dataCenter } = company
  const status = await readStatus(
    db,
    { settings: { ...settings, address: null, subscribeUrl: null }, now },
    async (transaction, { firstDay, toId }) => {
      const places = toPlaces(toId, {
        services: await queries.listServicesOfCompany(transaction, companyId),
        dataCenters: await queries.listDataCentersOfCompany(transaction, dataCenter),
      })
      const rows = await queries.listIncidentsOfCompany(transaction, {
        ...{ companyId, dataCenter },
        since: firstDay,
      })
      const ids = rows.map(({ incidentId }) => incidentId)
      const naming = new Set(await queries.listNaming(transaction, companyId, ids))
      for (const id of naming) affected.add(toId('incident', id))
      const isHere = isShown(places)
      const incidents = rows.filter((row) => naming.has(row.incidentId) || isHere(row))
      const times = incidents.map(({ updatedAt }) => updatedAt.getTime())
      return { places, incidents, updatedAt: times.length > 0 ? new Date(Math.max(...times)) : null }
    },
  )
  return { status, affected }
}
