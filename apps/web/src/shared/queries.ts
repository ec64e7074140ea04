import { CallFailed } from '@aviary/contract/client'
import { POLLING_INTERVAL_MS } from '@aviary/contract/constants'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './api.ts'
import { goToSignIn } from './go-to-sign-in.ts'

const MAX_RETRIES = 2

/** Retries lost connections and server errors, not refusals (4xx). */
const retry = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && !(error instanceof CallFailed && error.status >= 400 && error.status < 500)

/** If a query or write finds the session ended, sign-in opens and returns to this page; drafts are kept. */
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

/** Polling as specified: every 30 s, not while hidden or offline, and at once when visible or online again. */
export const polled = {
  refetchInterval: POLLING_INTERVAL_MS,
  refetchIntervalInBackground: false,
  networkMode: 'online',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const
