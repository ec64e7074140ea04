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
