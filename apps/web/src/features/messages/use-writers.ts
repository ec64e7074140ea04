import { announceWriting } from '@aviary/contract/messages/endpoints'
import { WRITING_EVERY_MS } from '@aviary/contract/messages/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../shared/api.ts'

const announce = (jiraId: string, isWriting: boolean, signal?: AbortSignal) =>
  call(announceWriting, { body: { jira_id: jiraId, is_writing: isWriting }, ...(signal && { signal }) })

/** The e-mail addresses of the others who write on the incident; while used, they are told of this person. */
export function useWriters(jiraId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['writers', jiraId],
    queryFn: ({ signal }) => announce(jiraId, true, signal),
    refetchInterval: WRITING_EVERY_MS,
    // Nobody is kept from writing because this is not known.
    retry: false,
    gcTime: 0,
  })
  useEffect(() => () => void announce(jiraId, false).catch(() => undefined), [jiraId])
  return data?.writers.map(({ email }) => email) ?? []
}
