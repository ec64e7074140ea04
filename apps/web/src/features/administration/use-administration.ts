import {
  listActions,
  listRoles,
  listServiceTokens,
  listSessions,
  listUsers,
} from '@aviary/contract/administration/endpoints'
import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { forgetKey, keyOf } from '../../shared/idempotency-key.ts'
import { polled } from '../../shared/queries.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'

// Every key starts with the push topic of what it shows: somebody else's change is here at once.
export const useUsers = () =>
  useQuery({
    queryKey: ['rights', 'users'],
    queryFn: async ({ signal }) => (await call(listUsers, { signal })).users,
  })

export const useRoles = () =>
  useQuery({
    queryKey: ['rights', 'roles'],
    queryFn: async ({ signal }) => (await call(listRoles, { signal })).roles,
  })

export const useActions = () =>
  useQuery({
    queryKey: ['rights', 'actions'],
    queryFn: async ({ signal }) => (await call(listActions, { signal })).actions,
  })

export const useServiceTokens = () =>
  useQuery({
    queryKey: ['rights', 'tokens'],
    queryFn: async ({ signal }) => (await call(listServiceTokens, { signal })).tokens,
  })

/** One's own sessions, or everybody's. */
export const useSessions = (whose: 'own' | 'all') =>
  useQuery({
    queryKey: ['rights', 'sessions', whose],
    queryFn: async ({ signal }) =>
      (await call(listSessions, { query: whose === 'all' ? { user_id: 'all' } : {}, signal })).sessions,
    // Of a sign-in elsewhere nothing is pushed.
    ...polled,
  })

type Written<E extends Endpoint> = {
  endpoint: E
  /** Of a create: trying it again after an answer that was lost is the same create. */
  createdAs?: string
  /** What is told when it is done, and when it is not. */
  done: string
  failed: string
  onDone: (answer: AnswerOf<E>) => void
}

/** A write of administration: tells how it ended, and what is shown is asked for anew. */
export function useAdministrate<E extends Endpoint>(written: Written<E>) {
  const { endpoint, createdAs, done, failed, onDone } = written
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['rights'] })
  return useMutation({
    mutationFn: (body: CallInput<E>['body']) => {
      const key = createdAs ? { idempotencyKey: keyOf(createdAs, body) } : {}
      return call(endpoint, { body, ...key } as CallInput<E>)
    },
    onSuccess: (answer: AnswerOf<E>) => {
      if (createdAs) forgetKey(createdAs)
      tellSuccess(done)
      refresh()
      onDone(answer)
    },
    onError: (error) => {
      refresh()
      tellError(failed, error)
    },
  })
}
