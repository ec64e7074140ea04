import { type Action, mayDo } from '@aviary/contract/actions'
import { type CurrentUser, getUserId } from '@aviary/contract/session/endpoints'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call, setCaller } from './api.ts'

/** The session check. It fails with 401 when nobody is signed in, and the page leaves for sign-in. */
export const sessionQuery = queryOptions({
  queryKey: ['rights', 'session'],
  queryFn: async ({ signal }): Promise<CurrentUser> => {
    const { data } = await call(getUserId, { signal })
    setCaller(data.email)
    return data
  },
  staleTime: 60_000,
})

export const useSession = (): CurrentUser => useSuspenseQuery(sessionQuery).data

/** Asks what the server will check. Never a replacement for that check. */
export const useMay = (): ((action: Action) => boolean) => {
  const { authorization } = useSession()
  return (action) => mayDo(authorization, action)
}
