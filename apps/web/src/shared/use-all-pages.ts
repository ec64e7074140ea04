import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

type PageSizes = { first: number; second: number; later: number }

type PagedCall<Page> = {
  queryKey: readonly unknown[]
  sizes: PageSizes
  fetchPage: (page: { start_at: number; response_size: number }, signal: AbortSignal) => Promise<Page>
  staleTime: number
}

function sizeOfPage({ first, second, later }: PageSizes, startAt: number): number {
  if (startAt === 0) return first
  return startAt === first ? second : later
}

/** A long list, page after page until there are no more: the first is small and shows soon, each is appended. */
export function useAllPages<Page extends { more_results: boolean }>(paged: PagedCall<Page>) {
  const { queryKey, sizes, fetchPage, staleTime } = paged
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ start_at: pageParam, response_size: sizeOfPage(sizes, pageParam) }, signal),
    // Comparing tens of thousands of rows with what was there costs a frame.
    structuralSharing: false,
    initialPageParam: 0,
    getNextPageParam: (last, _, startAt) =>
      last.more_results ? startAt + sizeOfPage(sizes, startAt) : undefined,
    staleTime,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const pageCount = query.data?.pages.length ?? 0
  useEffect(() => {
    // The number of pages is what calls for the next one: an answer may come before any render sees it asked for.
    if (pageCount > 0 && hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [pageCount, hasNextPage, isFetching, isError, fetchNextPage])
  return query
}
