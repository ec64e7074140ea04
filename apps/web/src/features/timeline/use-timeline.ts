import { getMessages } from '@aviary/contract/incidents/endpoints'
import type { PriorityType } from '@aviary/contract/rules'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

export const useTimeline = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'timeline', jiraId],
    queryFn: async ({ signal }) => (await call(getTimeline, { query: { jira_id: jiraId }, signal })).entries,
    ...polled,
  })

/** Messages of an incident; only those of its priority, compared without case (spec 1 §4). */
export const useMessages = (jiraId: string, priority: PriorityType) =>
  useQuery({
    queryKey: ['incidents', 'messages', jiraId],
    queryFn: async ({ signal }) => (await call(getMessages, { query: { jira_id: jiraId }, signal })).messages,
    select: (messages) =>
      messages.filter(({ priorityType }) => priorityType.toLowerCase() === priority.toLowerCase()),
    ...polled,
  })
