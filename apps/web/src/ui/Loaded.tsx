import type { ReactNode } from 'react'
import { getErrorMessage } from '../shared/api.ts'
import type { QueryState } from '../shared/query-state.ts'
import { useArrived } from '../shared/use-arrived.ts'
import { ErrorState, Skeleton } from './states.tsx'

type LoadedProps<Data> = {
  query: QueryState<Data>
  /** Title of the error. */
  failure: ReactNode
  /** Screen reader text while loading. */
  loading: string
  /** Number of skeleton rows. */
  rows: number
  /** Omitted if another component renders the data. */
  children?: (data: Data) => ReactNode
}

/** Renders the data of a query, until then a skeleton, or the error with a button to try again. */
export function Loaded<Data>({ query, failure, loading, rows, children }: LoadedProps<Data>) {
  const arrived = useArrived(query.data)
  // Without children the skeleton must not stay beside what shows the data elsewhere.
  const data = children ? arrived : query.data
  if (data !== undefined) return children?.(data)
  if (query.error && query.data === undefined) return <LoadError query={query} failure={failure} />
  return <Skeleton rows={rows} label={loading} />
}

type LoadErrorProps = { query: Omit<QueryState<unknown>, 'data'>; failure: ReactNode }

/** The error of a query with a button to try again; renders nothing without an error. */
export function LoadError({ query, failure }: LoadErrorProps) {
  if (!query.error) return null
  const retry = query.isFetchNextPageError ? query.fetchNextPage : query.refetch
  return (
    <ErrorState title={failure} reason={getErrorMessage(query.error)} retry={{ run: () => void retry?.() }} />
  )
}
