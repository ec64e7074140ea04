import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_BEFORE_DEFAULT_HOURS } from '@aviary/contract/constants'
import {
  listChangesBefore,
  listIncidentsAfter,
  listSimilarIncidents,
} from '@aviary/contract/correlation/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { readHours } from './hours.ts'

/** Keeps the previous data while another number of hours loads, but only for the same incident or change. */
const keepForSameId =
  (id: string | number) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === id ? before : undefined

const HOURS_PARAMETER = 'changes_before'

/** Changes before an incident, within the number of hours in the URL. */
export function useChangesBefore({ jiraId, startDate }: Incident) {
  const { read, write } = useSearchParams()
  const hours = readHours(read(HOURS_PARAMETER))
  const query = useQuery({
    queryKey: ['changes', 'before', jiraId, startDate, hours],
    queryFn: ({ signal }) => call(listChangesBefore, { query: { jira_id: jiraId, hours }, signal }),
    placeholderData: keepForSameId(jiraId),
    ...polled,
  })
  const choose = (chosen: number) =>
    write({ [HOURS_PARAMETER]: chosen === CHANGES_BEFORE_DEFAULT_HOURS ? '' : String(chosen) })
  return { query, hours, choose }
}

export const useIncidentsAfter = ({ id, effective_at }: Change, hours: number) =>
  useQuery({
    queryKey: ['incidents', 'after', id, effective_at, hours],
    queryFn: ({ signal }) => call(listIncidentsAfter, { query: { change_id: id, hours }, signal }),
    placeholderData: keepForSameId(id),
    ...polled,
  })

export const useSimilarIncidents = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'similar', jiraId],
    queryFn: async ({ signal }) =>
      (await call(listSimilarIncidents, { query: { jira_id: jiraId }, signal })).items,
  })
