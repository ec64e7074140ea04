import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { StatusRecord } from '@aviary/contract/ingest/schemas'
import type { Topic } from '@aviary/contract/push/rules'
import type { Db } from '../../database/open.ts'
import type { SiteLinks } from '../published/public.ts'
import { InvalidRecords, type KnownNames, toKnownRecords } from '../reference/public.ts'
import * as queries from './queries.ts'
import { refreshStatus } from './refresh.ts'

type Ingest = { known: KnownNames; now: Date; links: SiteLinks }

/** Stores reports of monitoring and refreshes the grid. `topics`: what changed. */
export async function ingestStatus(
  db: Db,
  records: readonly StatusRecord[],
  { known, now, links }: Ingest,
): Promise<endpoints.IngestCounts & { topics: Topic[] }> {
  const counts = await ingestReports(db, records, known)
  return { ...counts, topics: await refreshStatus(db, { links, now }) }
}

/** Stores reports of monitoring. The grid is to be refreshed afterwards. */
export async function ingestReports(
  db: Db,
  records: readonly StatusRecord[],
  known: KnownNames,
): Promise<endpoints.IngestCounts> {
  const named = toKnownRecords(records, known, (record, { services, dataCenters, severity }) => ({
    ...record,
    status: severity('status', record.status),
    service: services([record.service])[0] ?? record.service,
    data_center: dataCenters([record.data_center])[0] ?? record.data_center,
  }))
  refuseRetired(named, known)
  const newest = new Map<string, (typeof named)[number]>()
  for (const record of named) {
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
  return { created: 0, updated: written, unchanged: records.length - written }
}

/**
 * Refuses reports about a retired service or data center: nobody sees its cells, and the sender must learn
 * that the reports are not used.
 */
function refuseRetired(records: readonly StatusRecord[], { services, dataCenters }: KnownNames): void {
  const faults = records.flatMap((record, index) => [
    ...(services.isRetired(record.service) ? [toFault(index, 'service', record.service)] : []),
    ...(dataCenters.isRetired(record.data_center) ? [toFault(index, 'data center', record.data_center)] : []),
  ])
  if (faults.length > 0) throw new InvalidRecords(faults)
}

const toFault = (index: number, kind: 'service' | 'data center', name: string) => ({
  index,
  message: `the ${kind} '${name}' is retired`,
  unknown: { kind, name },
})
