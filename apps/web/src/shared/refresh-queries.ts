import type { QueryClient } from '@tanstack/react-query'

/** A hidden page only marks its queries as stale; they refetch when it becomes visible. */
const refetchType = () => (document.hidden ? 'none' : 'active')

/** Refreshes all queries, or those whose key starts with `queryKey`; the first part of a key is its topic. */
export function refreshQueries(client: QueryClient, filter: { queryKey?: readonly string[] }): void {
  // A fetch in progress may return data from before the change. Invalidating restarts a fetch with data on
  // screen. Any other fetch continues and would clear the stale mark, so invalidate again when it ends.
  for (const query of client.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && query.isActive() && !document.hidden) continue
    const invalidateAgain = () =>
      client.invalidateQueries(
        { queryKey: query.queryKey, exact: true, refetchType: refetchType() },
        { cancelRefetch: false },
      )
    query.promise?.then(invalidateAgain, invalidateAgain)
  }
  client.invalidateQueries({ ...filter, refetchType: refetchType() })
}
