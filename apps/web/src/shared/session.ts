import { type CurrentUser, getUserId } from '@aviary/contract/session/endpoints'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call, isSignedOut, setCaller } from './api.ts'
import { goToSignIn, needsSession } from './go-to-sign-in.ts'
import { keepDraftsOf } from './saving/use-draft.ts'

/** Without a session, redirects to sign-in and never resolves, so that no error is shown or logged. */
function leaveForSignIn(error: unknown): Promise<never> {
  if (!isSignedOut(error) || !needsSession()) throw error
  goToSignIn()
  return new Promise(() => undefined)
}

/** The session check; on pages that need no session it fails with 401 if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['rights', 'session'],
  queryFn: async ({ signal }): Promise<CurrentUser> => {
    const { data } = await call(getUserId, { signal }).catch(leaveForSignIn)
    setCaller(data.email)
    keepDraftsOf(data.email)
    return data
  },
  staleTime: 60_000,
})

export const useSession = (): CurrentUser => useSuspenseQuery(sessionQuery).data
