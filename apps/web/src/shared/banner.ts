import { getBanner } from '@aviary/contract/banner/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The service-disruption banner, displayed or not. */
export const bannerQuery = queryOptions({
  queryKey: ['banner'],
  queryFn: async ({ signal }) => (await call(getBanner, { signal })).data,
})
