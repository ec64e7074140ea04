import { HISTORIC_INCIDENTS_PAGES } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useNames } from '../../shared/names.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'
import { type HistoryRow, type Names, toHistoryRow } from './history-row.ts'

const STALE_AFTER_MS = 60_000

/** All historic incidents, newest start first, loaded page after page: 50, then 450, then 500 at a time. */
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

/** The same as rows of a table. */
export function useHistory() {
  const names = useNames()
  const query = useHistoricIncidents()
  const rowsOf = useMemo(() => rowsOnce(names), [names])
  const { data } = query
  const rows = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ payload }) => rowsOf(payload))
    // An incident that closes while the pages come moves one to the next page: it is then on both.
    return [...new Map(all.map((row) => [row.incident.jiraId, row])).values()]
  }, [data, rowsOf])
  return { query, rows }
}

/** Makes the rows of each page once, however many pages come after it. */
function rowsOnce(names: Names) {
  const known = new WeakMap<readonly Incident[], readonly HistoryRow[]>()
  return (page: readonly Incident[]): readonly HistoryRow[] => {
    const rows = known.get(page) ?? page.map((incident) => toHistoryRow(incident, names))
    known.set(page, rows)
    return rows
  }
}
