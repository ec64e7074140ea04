import type { Change } from '@aviary/contract/changes/schemas'
import { listChangesBefore, listIncidentsAfter } from '@aviary/contract/correlation/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

/** Keeps the previous data while another number of hours loads, but only for the same incident or change. */
const keepForSameId =
  (id: string | number) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === id ? before : undefined

export const useChangesBefore = ({ jiraId, startDate }: Incident, hours: number) =>
  useQuery({
    queryKey: ['changes', 'before', jiraId, startDate, hours],
    queryFn: ({ signal }) => call(listChangesBefore, { query: { jira_id: jiraId, hours }, signal }),
    placeholderData: keepForSameId(jiraId),
    ...polled,
  })

export const useIncidentsAfter = ({ id, effective_at }: Change, hours: number) =>
  useQuery({
    queryKey: ['incidents', 'after', id, effective_at, hours],
    queryFn: ({ signal }) => call(listIncidentsAfter, { query: { change_id: id, hours }, signal }),
    placeholderData: keepForSameId(id),
    ...polled,
  })
