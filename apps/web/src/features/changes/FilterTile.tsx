import { useIsWide } from '../../shared/use-width.ts'
import type { Filters } from './change-search.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { useFilterForm } from './use-filter-form.ts'

type FilterTileProps = {
  /** The applied filters, not the edited ones. */
  filters: Filters
  isLoading: boolean
  /** Reason why the settings could not be saved. */
  notSaved: string | undefined
  onApply: (filters: Filters) => void
}

/**
 * Search form: a panel beside the results in wide windows, else a row of chips above them. Nothing is searched before
 * Apply (spec 2 §2.1).
 */
export function FilterTile({ notSaved, ...options }: FilterTileProps) {
  const form = useFilterForm(options)
  return useIsWide() ? (
    <FilterPanel form={form} notSaved={notSaved} />
  ) : (
    <FilterChips form={form} notSaved={notSaved} />
  )
}
