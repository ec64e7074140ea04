import type { ReactNode } from 'react'
import { getErrorMessage } from '../shared/api.ts'
import type { QueryState } from '../shared/query-state.ts'
import { ErrorState, Skeleton } from './states.tsx'

type LoadedProps<Data> = {
  query: QueryState<Data>
  /** Said when it could not be loaded. */
  failure: ReactNode
  /** What a screen reader hears while it loads. */
  loading: string
  /** Of the skeleton. */
  rows: number
  /** Left out where the data is drawn elsewhere. */
  children?: (data: Data) => ReactNode
}

/** What a query loaded; until then a skeleton, or why there is nothing and a button that tries again. */
export function Loaded<Data>({ query, failure, loading, rows, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children?.(query.data)
  if (query.error) return <LoadError query={query} failure={failure} />
  return <Skeleton rows={rows} label={loading} />
}

type LoadErrorProps = { query: Omit<QueryState<unknown>, 'data'>; failure: ReactNode }

/** Why a query failed and a button that tries again; nothing while there is no error. */
export function LoadError({ query, failure }: LoadErrorProps) {
  if (!query.error) return null
  const again = query.isFetchNextPageError ? query.fetchNextPage : query.refetch
  return (
    <ErrorState title={failure} reason={getErrorMessage(query.error)} retry={{ run: () => void again?.() }} />
  )
}
