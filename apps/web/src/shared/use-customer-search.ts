import { CUSTOMER_SEARCH_DEBOUNCE_MS, CUSTOMER_SEARCH_MIN_CHARACTERS } from '@aviary/contract/constants'
import { searchCatalog } from '@aviary/contract/customers/endpoints'
import { catalogSearchText } from '@aviary/contract/customers/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { useDebounced } from './use-debounced.ts'

const STALE_AFTER_MS = 60_000

/**
 * Companies that match the typed text, after the debounce. Results of the previous text stay until the new
 * ones arrive; `isCurrent` is false for them.
 */
export function useCustomerSearch(typed: string, minCharacters = CUSTOMER_SEARCH_MIN_CHARACTERS) {
  const normalizedText = catalogSearchText(typed)
  const searchText = useDebounced(normalizedText, CUSTOMER_SEARCH_DEBOUNCE_MS)
  const isSearchable = searchText.length >= minCharacters
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['customers', 'search', searchText],
    queryFn: async ({ signal }) =>
      (await call(searchCatalog, { query: { search_text: searchText }, signal })).companies,
    enabled: isSearchable,
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
  })
  return {
    companies: isSearchable ? data : undefined,
    error: isSearchable ? error : null,
    isFetching,
    isCurrent: searchText === normalizedText && !isPlaceholderData,
    /** Something was typed, but it is too short to search for. */
    isTooShort: typed !== '' && normalizedText.length < minCharacters,
    isSearching: normalizedText.length >= minCharacters && (searchText !== normalizedText || isFetching),
  }
}
