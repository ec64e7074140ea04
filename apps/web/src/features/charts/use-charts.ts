import { getAvailability } from '@aviary/contract/charts/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../shared/api.ts'
import { useHistoricIncidents } from '../history/public.ts'
import type { DayRange } from './chart-range.ts'
import { type Fact, factOf } from './figures.ts'

/** The historic incidents, which come page after page, and what the charts read of them. */
export function useIncidentFacts() {
  const query = useHistoricIncidents()
  const { data } = query
  const incidents = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ payload }) => payload)
    // An incident that closes while the pages come moves one to the next page: it is then on both.
    return [...new Map(all.map((incident) => [incident.jiraId, incident])).values()]
  }, [data])
  const facts = useMemo(() => incidents.map(knownFactOf), [incidents])
  return { query, incidents, facts }
}

/** Whether more of them are on their way, all are here, or an error ended it before they were. */
export type Coming = 'more' | 'all' | 'stopped'

type Paged = { isPending: boolean; hasNextPage: boolean; error: Error | null; data: unknown }

export function comingOf({ isPending, hasNextPage, error, data }: Paged): Coming {
  if (error) return data === undefined || hasNextPage ? 'stopped' : 'all'
  return isPending || hasNextPage ? 'more' : 'all'
}

const known = new WeakMap<Incident, Fact>()
/** Made once, however many pages come after its own. */
function knownFactOf(incident: Incident): Fact {
  const fact = known.get(incident) ?? factOf(incident)
  known.set(incident, fact)
  return fact
}

const AVAILABILITY_FRESH_MS = 60_000

type Asked = { range: DayRange; dataCenters: readonly string[]; isReady: boolean }

const AVAILABILITY = ['status', 'availability'] as const

/** What is known of every cell, day by day. A change of the grid is heard of; today goes on without one. */
export function useAvailability({ range, dataCenters, isReady }: Asked) {
  useAskedAgainWithIncidents()
  return useQuery({
    queryKey: [...AVAILABILITY, range, dataCenters],
    queryFn: ({ signal }) =>
      call(getAvailability, {
        query: {
          start_day: range.start,
          end_day: range.end,
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

/** An incident of the past changes the days that it lies in, and not the grid: no topic but its own tells of it. */
function useAskedAgainWithIncidents(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const [topic, list] = event.query.queryKey
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        if (topic === 'incidents' && list === 'historic')
          client.invalidateQueries({
            queryKey: AVAILABILITY,
            refetchType: document.hidden ? 'none' : 'active',
          })
      }),
    [client],
  )
}
