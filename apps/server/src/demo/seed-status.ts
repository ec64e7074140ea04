import { AVAILABILITY_DEFAULT_DAYS } from '@aviary/contract/constants'
import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../database/open.ts'
import { ingestIncidents } from '../features/incidents/public.ts'
import type { SiteLinks } from '../features/published/public.ts'
import { type KnownNames, listDataCenters, listServices } from '../features/reference/public.ts'
import { ingestStatus, refreshStatus } from '../features/status/public.ts'

const DAY_MS = 24 * 60 * 60_000
/** Length of the cell history: the default range of the charts plus two days. */
const HISTORY_MS = (AVAILABILITY_DEFAULT_DAYS + 2) * DAY_MS

type Options = { known: KnownNames; now: Date; author: string; links: SiteLinks }

/**
 * Writes the history of every cell as if Aviary had been running: refreshes the grid at each start and end of
 * an incident. Also ingests the open incidents; the closed ones must be stored already.
 */
export async function seedDemoStatus(
  db: Db,
  incidents: readonly IncidentRecord[],
  options: Options,
): Promise<void> {
  const begin = options.now.getTime() - HISTORY_MS
  const open = incidents.filter(({ end_date }) => !end_date)
  const times = incidents.flatMap(({ start_date, end_date }) => [
    Date.parse(start_date),
    // One millisecond after the end, because an incident is still active at the moment of its end.
    Date.parse(end_date ?? start_date) + 1,
  ])
  await ingestStatus(db, await monitoring(db, begin), {
    ...options,
    now: new Date(begin),
  })
  for (const instant of [...new Set(times)].filter((time) => time > begin).sort((a, b) => a - b)) {
    const beginning = open.filter(({ start_date }) => Date.parse(start_date) === instant)
    if (beginning.length > 0) await ingestIncidents(db, beginning, options)
    await refreshStatus(db, { links: options.links, now: new Date(instant) })
  }
}

/** A NORMAL report for every cell; only Japan's data center has the two Japanese e-Bunsho services. */
async function monitoring(db: Db, since: number) {
  const [services, dataCenters] = [await listServices(db), await listDataCenters(db)]
  return services.flatMap((service) =>
    dataCenters
      .filter(
        (dataCenter) =>
          !service.system_name.startsWith('Japan e-Bunsho') || dataCenter.system_name === 'apj1',
      )
      .map((dataCenter) => ({
        service: service.system_name,
        data_center: dataCenter.system_name,
        status: 'NORMAL' as const,
        source: 'demo-monitoring',
        at: new Date(since).toISOString(),
      })),
  )
}
