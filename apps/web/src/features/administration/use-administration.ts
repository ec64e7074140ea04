import {
  listActions,
  listGroupMappings,
  listRoles,
  listServiceTokens,
  listSessions,
  listUsers,
} from '@aviary/contract/administration/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

// Each key starts with its push topic, so that changes by others reload it.
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

const groupMappings = {
  queryKey: ['rights', 'groups'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listGroupMappings, { signal }),
}

export const useGroupMappings = () => useQuery({ ...groupMappings, select: ({ mappings }) => mappings })

/** The claim that lists a person's groups; null if none is configured. */
export const useGroupsClaim = () => useQuery({ ...groupMappings, select: ({ groups_claim }) => groups_claim })

export const useServiceTokens = () =>
  useQuery({
    queryKey: ['rights', 'tokens'],
    queryFn: async ({ signal }) => (await call(listServiceTokens, { signal })).tokens,
  })

/** One's own sessions, or those of everybody. */
export const useSessions = (whose: 'own' | 'all') =>
  useQuery({
    queryKey: ['rights', 'sessions', whose],
    queryFn: async ({ signal }) =>
      (await call(listSessions, { query: whose === 'all' ? { user_id: 'all' } : {}, signal })).sessions,
    // Sign-ins elsewhere are not pushed.
    ...polled,
  })
