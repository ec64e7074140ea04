import { getBanner } from '@aviary/contract/banner/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Fetches the service-disruption banner, whether or not it is displayed. */
export const bannerQuery = queryOptions({
  queryKey: ['banner'],
  queryFn: async ({ signal }) => (await call(getBanner, { signal })).data,
})
