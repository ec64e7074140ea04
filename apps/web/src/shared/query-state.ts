/** The part of a query result that a screen shows. */
export type QueryState<Data> = {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
  /** Only for queries that load page by page. */
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}
