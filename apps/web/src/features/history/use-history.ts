import { HISTORIC_INCIDENTS_PAGES } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { type NamesOverTime, useNames } from '../../shared/names.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'
import { type HistoryRow, toHistoryRow } from './history-row.ts'

const STALE_AFTER_MS = 60_000

/** All historic incidents, newest start first, loaded in pages of 50, then 450, then 500. */
export function useHistoricIncidents() {
  const { i18n } = useTranslation()
  return useAllPages({
    queryKey: ['incidents', 'historic', i18n.language],
    sizes: HISTORIC_INCIDENTS_PAGES,
    fetchPage: (page, signal) =>
      call(listIncidents, {
        query: { active: 'false', locale: i18n.language, messages: 'false', ...page },
        signal,
      }),
    staleTime: STALE_AFTER_MS,
  })
}

/** The historic incidents as table rows. */
export function useHistory() {
  const names = useNames()
  const query = useHistoricIncidents()
  const toRows = useMemo(() => makeToRows(names), [names])
  const { data } = query
  const rows = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ payload }) => toRows(payload))
    // Drops duplicates: a new historic incident shifts the list during loading, so the next page repeats a row.
    return [...new Map(all.map((row) => [row.incident.jiraId, row])).values()]
  }, [data, toRows])
  return { query, rows }
}

/** Caches the rows of each page, so that later pages do not recompute them. */
function makeToRows(names: NamesOverTime) {
  const cache = new WeakMap<readonly Incident[], readonly HistoryRow[]>()
  return (page: readonly Incident[]): readonly HistoryRow[] => {
    const rows = cache.get(page) ?? page.map((incident) => toHistoryRow(incident, names))
    cache.set(page, rows)
    return rows
  }
}
