import { announceWriting } from '@aviary/contract/messages/endpoints'
import { WRITING_EVERY_MS } from '@aviary/contract/messages/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, isRefused } from '../../shared/api.ts'

const NOBODY: readonly string[] = []

type Form = { jira_id: string; form_id: string }

/** `keepalive` lets the request finish even while the page closes. */
const announceEnd = (form: Form) =>
  call(announceWriting, {
    body: { ...form, is_writing: false },
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  }).catch(() => undefined)

/**
 * E-mail addresses of other people who are writing a message on the incident. Also announces this person to them.
 * Empty while unknown or after a failed call, which never blocks writing.
 */
export function useWriters(jiraId: string): readonly string[] {
  const [form_id] = useState(() => crypto.randomUUID())
  const running = useRef<Promise<unknown>>(undefined)
  const { data, isError, isPaused } = useQuery({
    queryKey: ['writers', jiraId, form_id],
    queryFn: () => {
      const answer = call(announceWriting, { body: { jira_id: jiraId, form_id, is_writing: true } })
      running.current = answer.catch(() => undefined)
      return answer
    },
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : WRITING_EVERY_MS),
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    const form = { jira_id: jiraId, form_id }
    const leave = () => void announceEnd(form)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      // Waits for the last call, which would otherwise announce this person again.
      Promise.resolve(running.current).then(leave)
    }
  }, [jiraId, form_id])
  return isError || isPaused || !data ? NOBODY : data.writers.map(({ email }) => email)
}
