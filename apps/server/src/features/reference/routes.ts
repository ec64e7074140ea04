import type { PublicSettings } from '@aviary/contract/reference/endpoints'
import * as endpoints from '@aviary/contract/reference/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { presentDataCenters, presentServices } from './present.ts'
import * as queries from './queries.ts'
import { referenceRecordRoutes } from './records/routes.ts'

export function referenceRoutes(settings: PublicSettings): Route[] {
  return [
    serve(endpoints.getPublicSettings, async () => settings),
    serveFromMemory(endpoints.listLocales, ['reference'], async (_, db) => ({
      answer: { data: await queries.listLocales(db) },
    })),
    serveFromMemory(endpoints.listDataCenters, ['reference'], async (_, db) => ({
      answer: presentDataCenters(await queries.listAllDataCenters(db)),
    })),
    serveFromMemory(endpoints.listServices, ['reference'], async (_, db) => ({
      answer: presentServices(await queries.listAllServices(db)),
    })),
    serveFromMemory(endpoints.listSeverities, ['reference'], async (_, db) => {
      const rows = await queries.listSeverities(db)
      const severity_list = rows.map(({ id, description, systemKey, displayValue }) => ({
        id,
        description,
        system_key: systemKey,
        display_value: displayValue,
      }))
      return { answer: { severity_list } }
    }),
    ...referenceRecordRoutes,
  ]
}
