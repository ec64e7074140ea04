import { type Severity, worst } from '@aviary/contract/status/rules'
import type { Db } from '../../../database/open.ts'
import type { ChangedCell } from '../status-event.ts'
import * as queries from './queries.ts'
import type { View } from './view.ts'

type Known = { severity: Severity; services: readonly string[]; dataCenters: readonly string[] }

const covers = ({ services, dataCenters }: Known, service: string, dataCenter: string): boolean =>
  services.includes(service) && dataCenters.includes(dataCenter)

/**
 * Cells whose status changes for people outside, because an incident that they know changes. For them a cell is as bad
 * as the worst incident that was published and is not resolved: what monitoring reports was published to nobody.
 */
export async function compareCells(
  db: Db,
  { told, view }: { told: queries.Told | undefined; view: View },
  now: Date,
): Promise<ChangedCell[]> {
  const before = told?.isPublic && !told.isResolved ? told : undefined
  const after = view.isPublic && !view.isResolved ? view : undefined
  if (!before && !after) return []
  const others = await queries.listOtherPublic(db, view.incidentId)
  const statusOf = (service: string, dataCenter: string, own: Known | undefined) =>
    worst([
      'NORMAL',
      ...[...others, ...(own ? [own] : [])].flatMap((incident) =>
        covers(incident, service, dataCenter) ? incident.severity : [],
      ),
    ])
  const services = [...new Set([...(before?.services ?? []), ...(after?.services ?? [])])]
  const dataCenters = [...new Set([...(before?.dataCenters ?? []), ...(after?.dataCenters ?? [])])]
  return services.flatMap((service) =>
    dataCenters.flatMap((dataCenter) => {
      const from = statusOf(service, dataCenter, before)
      const to = statusOf(service, dataCenter, after)
      return from === to ? [] : { service, dataCenter, from, to, since: now }
    }),
  )
}
