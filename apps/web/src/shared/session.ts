import { type Action, mayDo } from '@aviary/contract/actions'
import { mayUse } from '@aviary/contract/administration/rules'
import { type CurrentUser, getUserId } from '@aviary/contract/session/endpoints'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call, isSignedOut, setCaller } from './api.ts'
import { goToSignIn, needsSession } from './go-to-sign-in.ts'
import { keepDraftsOf } from './saving/use-draft.ts'

/** Where nobody is signed in the page leaves for sign-in, and waits for that: it is no error to draw, or to log. */
function leaveForSignIn(error: unknown): Promise<never> {
  if (!isSignedOut(error) || !needsSession()) throw error
  goToSignIn()
  return new Promise(() => undefined)
}

/** The session check. It fails with 401 on a page for everybody when nobody is signed in. */
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

/** Asks what the server will check. Never a replacement for that check. */
export const useMay = (): ((action: Action) => boolean) => {
  const { authorization } = useSession()
  return (action) => mayDo(authorization, action)
}

/** Whether the person may open the screen that an action stands for: with the action and its restricted page. */
export function useMayUse(): (action: Action) => boolean {
  const { authorization, rights } = useSession()
  return (action) => mayUse({ authorization, pages: rights.restricted_page_access }, action)
}
