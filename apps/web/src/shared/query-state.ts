/** The part of a query that a screen shows. */
export type QueryState<Data> = {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
  /** With pages that load one after the other. */
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}
