import {
  listActions,
  listGroupMappings,
  listRoles,
  listSessions,
  listUsers,
} from '@aviary/contract/administration/endpoints'
import { listPersonalTokens } from '@aviary/contract/administration/personal-token-endpoints'
import type { UserSortColumn } from '@aviary/contract/administration/rules'
import { listServiceTokens } from '@aviary/contract/administration/service-token-endpoints'
import { listChatAccounts } from '@aviary/contract/chat/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { TILE_PAGE } from './Tile.tsx'

// Each query key starts with its push topic, so that other people's changes refetch the query.
/** One page of the users, as the server filters and sorts them. */
export const useUsers = (asked: {
  search: string
  sort_col: UserSortColumn
  sort_direction: 'ASC' | 'DESC'
  page: number
}) =>
  useQuery({
    queryKey: ['rights', 'users', asked],
    queryFn: ({ signal }) => {
      const { page, ...query } = asked
      return call(listUsers, {
        query: { ...query, start_at: page * TILE_PAGE, response_size: TILE_PAGE },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })

/** Who has this address; nobody is looked for while it is undefined. */
export const useUserWithAddress = (email: string | undefined) =>
  useQuery({
    queryKey: ['rights', 'users', 'with', email],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { email, response_size: 1 }, signal })).users[0] ?? null,
    enabled: email !== undefined,
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

/** Name of the sign-in token's claim that lists a person's groups; null if none is configured. */
export const useGroupsClaim = () => useQuery({ ...groupMappings, select: ({ groups_claim }) => groups_claim })

export const useServiceTokens = () =>
  useQuery({
    queryKey: ['rights', 'tokens'],
    queryFn: async ({ signal }) => (await call(listServiceTokens, { signal })).tokens,
  })

const personalTokens = {
  queryKey: ['rights', 'tokens', 'own'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listPersonalTokens, { signal }),
}

export const usePersonalTokens = () => useQuery({ ...personalTokens, select: ({ tokens }) => tokens })

/** Scopes that the signed-in person may give to a token now. */
export const usePersonalScopes = () => useQuery({ ...personalTokens, select: ({ scopes }) => scopes })

/** The signed-in person's sessions, or everybody's. */
export const useSessions = (whose: 'own' | 'all') =>
  useQuery({
    queryKey: ['rights', 'sessions', whose],
    queryFn: async ({ signal }) =>
      (await call(listSessions, { query: whose === 'all' ? { user_id: 'all' } : {}, signal })).sessions,
    // Sign-ins are not pushed, so only polling shows new sessions.
    ...polled,
  })

const chats = {
  queryKey: ['rights', 'chats'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listChatAccounts, { signal }),
  // Links are made elsewhere: this also shows a new one to whoever comes back from there.
  ...polled,
}

/** The chat accounts that are linked to the signed-in person. */
export const useChatAccounts = () => useQuery({ ...chats, select: ({ accounts }) => accounts })

/** Whether a chat account of Slack can be linked. */
export const useSlackOn = () => useQuery({ ...chats, select: ({ is_slack_on }) => is_slack_on })
