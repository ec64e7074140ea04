import type { AnswerOf } from '@aviary/contract/endpoint'
import type { listDataCenters, listServices } from '@aviary/contract/reference/endpoints'
import type * as queries from './queries.ts'

type ServiceRow = Awaited<ReturnType<typeof queries.listAllServices>>[number]
type DataCenterRow = Awaited<ReturnType<typeof queries.listAllDataCenters>>[number]

const presentPlace = ({ displayName, systemName, formerNames }: ServiceRow | DataCenterRow) => ({
  name: displayName,
  system_name: systemName,
  ...(formerNames.length > 0 ? { former_names: formerNames } : {}),
})

const isInUse = ({ retiredAt }: ServiceRow | DataCenterRow): boolean => retiredAt === null
const isRetired = (row: ServiceRow | DataCenterRow): boolean => !isInUse(row)

export const presentServices = (rows: readonly ServiceRow[]): AnswerOf<typeof listServices> => ({
  services: rows.filter(isInUse).map(presentPlace),
  retired: rows.filter(isRetired).map(presentPlace),
})

export const presentDataCenters = (rows: readonly DataCenterRow[]): AnswerOf<typeof listDataCenters> => ({
  data_centers: rows.filter(isInUse).map((row) => ({
    ...presentPlace(row),
    ...(row.shortName ? { short_name: row.shortName } : {}),
  })),
  retired: rows.filter(isRetired).map(presentPlace),
})
