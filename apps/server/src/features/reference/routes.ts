import {
  getPublicSettings,
  listDataCenters,
  listLocales,
  listServices,
  listSeverities,
  type PublicSettings,
} from '@aviary/contract/reference/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { findDataCenters, findLocales, findServices, findSeverities } from './queries.ts'

export function referenceRoutes(settings: PublicSettings): Route[] {
  return [
    serve(getPublicSettings, async () => settings),
    serveFromMemory(listLocales, ['reference'], async (_, db) => ({
      answer: { data: await findLocales(db) },
    })),
    serveFromMemory(listDataCenters, ['reference'], async (_, db) => ({
      answer: { data_centers: await findDataCenters(db) },
    })),
    serveFromMemory(listServices, ['reference'], async (_, db) => ({
      answer: { services: await findServices(db) },
    })),
    serveFromMemory(listSeverities, ['reference'], async (_, db) => {
      const rows = await findSeverities(db)
      const severity_list = rows.map(({ id, description, systemKey, displayValue }) => ({
        id,
        description,
        system_key: systemKey,
        display_value: displayValue,
      }))
      return { answer: { severity_list } }
    }),
  ]
}
