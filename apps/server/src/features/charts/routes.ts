import * as endpoints from '@aviary/contract/charts/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { listAllDataCenters } from '../reference/public.ts'
import { listAvailability } from './availability.ts'

export const chartRoutes: Route[] = [
  serve(endpoints.getAvailability, async ({ db, query, now }) => {
    const { start_day, end_day, data_centers } = query
    const all = await listAllDataCenters(db)
    const unknown = data_centers.filter((name) => !all.some(({ systemName }) => systemName === name))
    if (unknown.length > 0) throw new NotFound(`There is no data center ${unknown.join(', ')}`)
    const inUse = all.flatMap(({ systemName, retiredAt }) => (retiredAt ? [] : systemName))
    const dataCenters = data_centers.length > 0 ? data_centers : inUse
    return { start_day, end_day, cells: await listAvailability(db, { start_day, end_day, dataCenters, now }) }
  }),
]
