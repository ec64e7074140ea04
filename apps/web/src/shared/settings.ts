import {
  getPublicSettings,
  listDataCenters,
  listLocales,
  listServices,
  listSeverities,
} from '@aviary/contract/reference/endpoints'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from './api.ts'

const longLived = { staleTime: 10 * 60_000, gcTime: Number.POSITIVE_INFINITY } as const

export const settingsQuery = queryOptions({
  queryKey: ['reference', 'settings'],
  queryFn: ({ signal }) => call(getPublicSettings, { signal }),
  ...longLived,
})

export const localesQuery = queryOptions({
  queryKey: ['reference', 'locales'],
  queryFn: async ({ signal }) => (await call(listLocales, { signal })).data,
  ...longLived,
})

export const dataCentersQuery = queryOptions({
  queryKey: ['reference', 'data-centers'],
  queryFn: ({ signal }) => call(listDataCenters, { signal }),
  select: ({ data_centers }) => data_centers,
  ...longLived,
})

export const servicesQuery = queryOptions({
  queryKey: ['reference', 'services'],
  queryFn: ({ signal }) => call(listServices, { signal }),
  select: ({ services }) => services,
  ...longLived,
})

const markRetired = <Place>(inUse: readonly Place[], retired: readonly Place[]) => [
  ...inUse.map((place) => ({ ...place, is_retired: false })),
  ...retired.map((place) => ({ ...place, is_retired: true })),
]

/** Like `dataCentersQuery`, but includes retired data centers, for names in history. */
export const allDataCentersQuery = queryOptions({
  ...dataCentersQuery,
  select: ({ data_centers, retired = [] }) => markRetired(data_centers, retired),
})

export const allServicesQuery = queryOptions({
  ...servicesQuery,
  select: ({ services, retired = [] }) => markRetired(services, retired),
})

export const severitiesQuery = queryOptions({
  queryKey: ['reference', 'severities'],
  queryFn: async ({ signal }) => (await call(listSeverities, { signal })).severity_list,
  ...longLived,
})

export const useSettings = () => useSuspenseQuery(settingsQuery).data

/** URL of an incident in the issue tracker. */
export const trackerLink = (pattern: string, jiraId: string): string =>
  pattern.replace('{id}', encodeURIComponent(jiraId))
