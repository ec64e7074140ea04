import { getAvailability } from '@aviary/contract/charts/endpoints'
import { AVAILABILITY_LARGEST_PAGE } from '@aviary/contract/constants'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { joinNames } from '@aviary/contract/rules'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../shared/api.ts'
import { useHistoricIncidents } from '../history/public.ts'
import type { DayRange } from './chart-range.ts'
import { type IncidentFacts, toIncidentFacts } from './figures.ts'

/** All historic incidents, loaded page by page, and the facts that the charts use. */
export function useIncidentFacts() {
  const query = useHistoricIncidents()
  const { data } = query
  const incidents = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ payload }) => payload)
    // Drops duplicates: a new historic incident shifts the list during loading, so the next page repeats a row.
    return [...new Map(all.map((incident) => [incident.jiraId, incident])).values()]
  }, [data])
  const facts = useMemo(() => incidents.map(getFacts), [incidents])
  return { query, incidents, facts }
}

/** `more`: pages are still loading; `all`: complete; `stopped`: an error ended loading early. */
export type LoadState = 'more' | 'all' | 'stopped'

type PagedQuery = { isPending: boolean; hasNextPage: boolean; error: Error | null; data: unknown }

export function getLoadState({ isPending, hasNextPage, error, data }: PagedQuery): LoadState {
  if (error) return data === undefined || hasNextPage ? 'stopped' : 'all'
  return isPending || hasNextPage ? 'more' : 'all'
}

const factsCache = new WeakMap<Incident, IncidentFacts>()
/** Cached per incident, so that a new page computes only the facts of its own incidents. */
function getFacts(incident: Incident): IncidentFacts {
  const fact = factsCache.get(incident) ?? toIncidentFacts(incident)
  factsCache.set(incident, fact)
  return fact
}

const AVAILABILITY_FRESH_MS = 60_000

type AvailabilityOptions = {
  range: DayRange
  dataCenters: readonly string[]
  page: number
  isReady: boolean
}

const AVAILABILITY_KEY = ['status', 'availability'] as const

/** One page of the availability per cell and day; pushes report status changes, and polling keeps today's figures current. */
export function useAvailability({ range, dataCenters, page, isReady }: AvailabilityOptions) {
  useRefetchWithIncidents()
  return useQuery({
    queryKey: [...AVAILABILITY_KEY, range, dataCenters, page],
    queryFn: ({ signal }) =>
      call(getAvailability, {
        query: {
          start_day: range.start,
          end_day: range.end,
          start_at: page * AVAILABILITY_LARGEST_PAGE,
          response_size: AVAILABILITY_LARGEST_PAGE,
          ...(dataCenters.length > 0 && { data_centers: joinNames(dataCenters) }),
        },
        signal,
      }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: AVAILABILITY_FRESH_MS,
    refetchInterval: AVAILABILITY_FRESH_MS,
    refetchIntervalInBackground: false,
  })
}

/** Refetches availability with the historic incidents, which can change the availability of past days. */
function useRefetchWithIncidents(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const [topic, list] = event.query.queryKey
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        if (topic === 'incidents' && list === 'historic')
          client.invalidateQueries({
            queryKey: AVAILABILITY_KEY,
            refetchType: document.hidden ? 'none' : 'active',
          })
      }),
    [client],
  )
}
