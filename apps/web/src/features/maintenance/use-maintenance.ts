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
import { useFlagWord } from './use-flag-word.ts'

// structuralSharing is off for the lists: comparing thousands of events would cost a frame.

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

const MAILING_POLL_MS = 1_000

/** The event with live mail progress, polled while mails are being sent. */
export const useLiveEvent = (id: number, enabled: boolean) =>
  useQuery({
    ...eventQuery(id),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.notifications.some(isBeingMailed) ? MAILING_POLL_MS : false),
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

/** The display name of a flag; an unknown flag is shown by its system name. */
export function useFlagName(): (systemName: string) => string {
  const flags = useFlags().data
  const getWord = useFlagWord()
  return useCallback(
    (systemName) => {
      const flag = flags?.find(({ system_name }) => system_name === systemName)
      return flag ? getWord(flag) : systemName
    },
    [flags, getWord],
  )
}

const OVERLAP_DEBOUNCE_MS = 300

/**
 * Time range in milliseconds since 1970, and data centers. `id`: the edited event, which is excluded from the
 * overlaps.
 */
export type Span = {
  start: number | undefined
  end: number | undefined
  dataCenters: readonly string[]
  id?: number | undefined
}

/** Other events and incidents at the same time in the same data centers, queried after the debounce. */
export function useOverlaps({ start, end, dataCenters, id }: Span) {
  const isComplete = start !== undefined && end !== undefined && start <= end && dataCenters.length > 0
  const requested = isComplete ? JSON.stringify([start, end, dataCenters.join(','), id]) : ''
  const settled = useDebounced(requested, OVERLAP_DEBOUNCE_MS)
  const { data, error } = useQuery({
    queryKey: ['maintenance', 'overlaps', settled],
    queryFn: async ({ signal }) =>
      (await call(listOverlaps, { query: overlapQuery(settled), signal })).overlaps,
    enabled: settled !== '' && requested !== '',
    placeholderData: keepPreviousData,
  })
  return requested === '' ? { overlaps: undefined, error: null } : { overlaps: data, error }
}

function overlapQuery(settled: string) {
  const [start, end, dataCenters, id] = JSON.parse(settled) as [number, number, string, number | null] // as serialized in useOverlaps
  return {
    start_date: toPacificWire(start),
    end_date: toPacificWire(end),
    data_centers: dataCenters,
    ...(id === null ? {} : { id }),
  }
}
