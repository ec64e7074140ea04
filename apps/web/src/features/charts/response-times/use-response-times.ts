import { getResponseTimes } from '@aviary/contract/charts/endpoints'
import { joinNames } from '@aviary/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api.ts'
import type { DayRange } from '../chart-range.ts'

const FRESH_MS = 60_000
const REFETCH_MS = 5 * 60_000

type ResponseTimesOptions = { range: DayRange; dataCenters: readonly string[]; isReady: boolean }

/** Polled and not pushed: every message on an incident changes the figures, and each time the server reads them all. */
export const useResponseTimes = ({ range, dataCenters, isReady }: ResponseTimesOptions) =>
  useQuery({
    queryKey: ['charts', 'response-times', range, dataCenters],
    queryFn: ({ signal }) =>
      call(getResponseTimes, {
        query: {
          start_day: range.start,
          end_day: range.end,
          ...(dataCenters.length > 0 && { data_centers: joinNames(dataCenters) }),
        },
        signal,
      }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: REFETCH_MS,
    refetchIntervalInBackground: false,
  })
