import { CallFailed } from '@aviary/contract/client'
import { POLLING_INTERVAL_MS } from '@aviary/contract/constants'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './api.ts'
import { goToSignIn } from './go-to-sign-in.ts'

const MOST_TRIES = 2

/** A refusal is an answer and is not asked for again; a lost connection is tried again. */
const retry = (count: number, error: Error): boolean =>
  count < MOST_TRIES && !(error instanceof CallFailed && error.status >= 400 && error.status < 500)

/** Whatever finds that the session has ended leaves for sign-in, which comes back here: drafts are kept. */
const onError = (error: Error) => {
  if (isSignedOut(error)) goToSignIn()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry, staleTime: 5_000, networkMode: 'online' },
    mutations: { networkMode: 'online' },
  },
})

/** The specified polling: every 30 s, not while hidden or disconnected, at once when visible or connected again. */
export const polled = {
  refetchInterval: POLLING_INTERVAL_MS,
  refetchIntervalInBackground: false,
  networkMode: 'online',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
