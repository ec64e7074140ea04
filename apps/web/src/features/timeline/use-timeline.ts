import { MANAGEMENT_LARGEST_PAGE } from '@aviary/contract/constants'
import { getMessages } from '@aviary/contract/incidents/endpoints'
import { getMessageHistory } from '@aviary/contract/messages/endpoints'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import type { PriorityType } from '@aviary/contract/rules'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

const SENDING_POLL_MS = 1_000

/** The timeline; polled each second while its mails and channels are being sent, because their progress is not pushed. */
export const useTimeline = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'timeline', jiraId],
    queryFn: async ({ signal }) => (await call(getTimeline, { query: { jira_id: jiraId }, signal })).entries,
    ...polled,
    refetchInterval: ({ state }) =>
      state.data?.some(
        (entry) => entry.kind === 'broadcast' && entry.progress.queued + entry.channels.queued > 0,
      )
        ? SENDING_POLL_MS
        : polled.refetchInterval,
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

/** The versions of a message before each of its latest edits. */
export const useMessageHistory = ({ id, jira_id }: ManagedMessage) =>
  useQuery({
    queryKey: ['incidents', 'message-history', id],
    queryFn: ({ signal }) => {
      const query = { jira_id, message_id: String(id), response_size: MANAGEMENT_LARGEST_PAGE }
      return call(getMessageHistory, { query, signal })
    },
  })
