import {
  getMaintenanceEvent,
  listMaintenanceEvents,
  listMaintenanceFlags,
  listMaintenanceWindows,
  listOverlaps,
} from '@aviary/contract/maintenance/endpoints'
import { toPacificWire } from '@aviary/contract/maintenance/pacific'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { dataCentersQuery } from '../../shared/settings.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'

// Comparing thousands of events with what was there costs a frame: structuralSharing is off for the lists.

export function useMaintenanceEvents() {
  const { t } = useTranslation('maintenance')
  const query = useQuery({
    queryKey: ['maintenance', 'events'],
    queryFn: async ({ signal }) =>
      (await call(listMaintenanceEvents, { query: { notifications: 'N' }, signal })).maintenance_events,
    structuralSharing: false,
  })
  useErrorToast(query.error, t('toast.events'))
  return query
}

export function useMaintenanceWindows(enabled = true) {
  const { t } = useTranslation('maintenance')
  const query = useQuery({
    queryKey: ['maintenance', 'windows'],
    queryFn: async ({ signal }) => (await call(listMaintenanceWindows, { signal })).maintenance_windows,
    structuralSharing: false,
    enabled,
  })
  useErrorToast(query.error, t('toast.events'))
  return query
}

/** One event with its notifications. */
const eventQuery = (id: number) =>
  queryOptions({
    queryKey: ['maintenance', 'event', id],
    queryFn: async ({ signal }) =>
      (await call(getMaintenanceEvent, { params: { id }, signal })).maintenance_event,
  })

export const useMaintenanceEvent = (id: number, enabled = true) => useQuery({ ...eventQuery(id), enabled })

const WHILE_MAILING_MS = 1_000

/** The same as it is this second: how far its mails are. */
export const useEventNow = (id: number, enabled: boolean) =>
  useQuery({
    ...eventQuery(id),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.notifications.some(isBeingMailed) ? WHILE_MAILING_MS : false,
  })

const isBeingMailed = ({ progress }: Notification): boolean =>
  progress !== null && progress.queued + progress.deferred > 0

export function useDataCenters() {
  const { t } = useTranslation('maintenance')
  const query = useQuery(dataCentersQuery)
  useErrorToast(query.error, t('toast.dataCenters'))
  return query
}

export const useFlags = () =>
  useQuery({
    queryKey: ['reference', 'maintenance-flags'],
    queryFn: async ({ signal }) => (await call(listMaintenanceFlags, { signal })).flags,
    staleTime: 10 * 60_000,
  })

/** What people read for a flag; one that nobody knows stays as it is. */
export function useFlagName(): (systemName: string) => string {
  const flags = useFlags().data
  return useCallback(
    (systemName) => flags?.find((one) => one.system_name === systemName)?.name ?? systemName,
    [flags],
  )
}

const OVERLAP_DEBOUNCE_MS = 300

/** When and where; times in milliseconds since 1970. `id`: the event itself, which overlaps with nothing. */
export type Span = {
  start: number | undefined
  end: number | undefined
  dataCenters: readonly string[]
  id?: number | undefined
}

/** What else happens there and then, once what is chosen has rested. */
export function useOverlaps({ start, end, dataCenters, id }: Span) {
  const isWhole = start !== undefined && end !== undefined && start <= end && dataCenters.length > 0
  const wanted = isWhole ? JSON.stringify([start, end, dataCenters.join(','), id]) : ''
  const settled = useDebounced(wanted, OVERLAP_DEBOUNCE_MS)
  const { data, error } = useQuery({
    queryKey: ['maintenance', 'overlaps', settled],
    queryFn: async ({ signal }) =>
      (await call(listOverlaps, { query: overlapQuery(settled), signal })).overlaps,
    enabled: settled !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  })
  return wanted === '' ? { overlaps: undefined, error: null } : { overlaps: data, error }
}

function overlapQuery(settled: string) {
  const [start, end, dataCenters, id] = JSON.parse(settled) as [number, number, string, number | null] // made above
  return {
    start_date: toPacificWire(start),
    end_date: toPacificWire(end),
    data_centers: dataCenters,
    ...(id === null ? {} : { id }),
  }
}
