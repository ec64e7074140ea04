import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

type PageSizes = { first: number; second: number; later: number }

type PagedCall<Page> = {
  queryKey: readonly unknown[]
  sizes: PageSizes
  fetchPage: (page: { start_at: number; response_size: number }, signal: AbortSignal) => Promise<Page>
  staleTime: number
}

function getPageSize({ first, second, later }: PageSizes, startAt: number): number {
  if (startAt === 0) return first
  return startAt === first ? second : later
}

/** Loads a long list page by page to the end; the first page is small so that it shows soon. */
export function useAllPages<Page extends { more_results: boolean }>(paged: PagedCall<Page>) {
  const { queryKey, sizes, fetchPage, staleTime } = paged
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ start_at: pageParam, response_size: getPageSize(sizes, pageParam) }, signal),
    // Comparing tens of thousands of rows with the previous ones would cost a frame.
    structuralSharing: false,
    initialPageParam: 0,
    getNextPageParam: (lastPage, _, startAt) =>
      lastPage.more_results ? startAt + getPageSize(sizes, startAt) : undefined,
    staleTime,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const pageCount = query.data?.pages.length ?? 0
  useEffect(() => {
    // Depend on the page count: an answer can arrive before any render sees `isFetching`.
    if (pageCount > 0 && hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [pageCount, hasNextPage, isFetching, isError, fetchNextPage])
  return query
}
