import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { getFiltersKey } from './change-address.ts'
import { type ChangeSearch, type Display, type Filters, getSearchFault } from './change-search.ts'
import classes from './changes.module.css'
import { FilterTile } from './FilterTile.tsx'
import { toHighlight } from './matches.ts'
import { TimelinePicture } from './picture/TimelinePicture.tsx'
import { ResultsTile } from './ResultsTile.tsx'
import { type Range, toWholeMinutes } from './range.ts'
import { useChangeSearch } from './use-change-search.ts'
import { useHasNewer, useResults, useSearchRequest } from './use-changes.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Search of the change history: filters, results as cards or table, and a timeline above them (spec 2 §2.1). */
export function ChangesPage() {
  const { t } = useTranslation('changes')
  const { t: shellText } = useTranslation()
  const { search, go, changeId, openChange, closeChange } = useChangeSearch()
  const { filters, display } = search
  const { request, ...requests } = useSearchRequest(filters)
  // Functions that stay the same, so that an answer renders only the parts that show it.
  const refresh = useCallbackRef(requests.refresh)
  const query = useResults(search, request)
  const isLoaded = query.isSuccess && !query.isPlaceholderData
  const settings = useSaveSettings(isLoaded ? query.dataUpdatedAt : undefined)
  const highlight = useMemo(() => toHighlight(filters.keywords, filters.searchType), [filters])
  const fault = getSearchFault(filters)
  const hasNewer =
    useHasNewer(request.requestedAt) && request.range.to >= request.requestedAt && fault === undefined
  const { error } = query
  useErrorToast(error, t('toast.failed'))

  const apply = (next: Filters) => {
    const nextSearch: ChangeSearch = { filters: next, display: { ...display, page: 1 } }
    if (getFiltersKey(next) === request.key) refresh()
    go(nextSearch)
    return nextSearch
  }
  const picture = usePictureRanges(filters, apply)
  const narrow = useCallbackRef(picture.narrow)
  const goBack = useCallbackRef(picture.goBack)
  const applyForm = (next: Filters) => {
    picture.clear()
    settings.save(apply(next))
  }
  const changeDisplay = useCallbackRef((changes: Partial<Display>) => {
    const next: ChangeSearch = { filters, display: { ...display, ...changes } }
    go(next)
    if (Object.keys(changes).some((key) => key !== 'page')) settings.save(next)
  })
  return (
    <>
      <PageHeader title={shellText('screen.Change History')} />
      <div className={classes.page}>
        <FilterTile
          filters={filters}
          isLoading={query.isFetching}
          notSaved={settings.error ? getErrorMessage(settings.error) : undefined}
          onApply={applyForm}
        />
        <div className={classes.found}>
          {fault === undefined && (
            <TimelinePicture
              filters={filters}
              request={request}
              onRange={narrow}
              onBack={picture.goBack && goBack}
            />
          )}
          <ResultsTile
            search={search}
            request={request}
            highlight={highlight}
            query={query}
            hasNewer={hasNewer}
            onDisplay={changeDisplay}
            onRefresh={refresh}
            onOpen={openChange}
          />
        </div>
      </div>
      {changeId !== undefined && (
        <ChangeDialog changeId={changeId} highlight={highlight} onClose={closeChange} />
      )}
    </>
  )
}

type RangeFields = Pick<Filters, 'isAbsolute' | 'start' | 'end'>

/** Remembers the range before each narrowing in the timeline; the timeline's back button restores the last one. */
function usePictureRanges(filters: Filters, apply: (next: Filters) => void) {
  const [previousRanges, setPreviousRanges] = useState<readonly RangeFields[]>([])
  const { isAbsolute, start, end } = filters
  const current: RangeFields = { isAbsolute, start, end }
  // Skips ranges equal to the current one, because the browser's Back may already have restored a range.
  const index = previousRanges.findLastIndex((times) => JSON.stringify(times) !== JSON.stringify(current))
  const previous = previousRanges[index]
  return {
    narrow: (range: Range) => {
      setPreviousRanges([...previousRanges, current])
      apply({ ...filters, isAbsolute: true, ...toWholeMinutes(range) })
    },
    goBack: previous
      ? () => {
          setPreviousRanges(previousRanges.slice(0, index))
          apply({ ...filters, ...previous })
        }
      : undefined,
    clear: () => setPreviousRanges([]),
  }
}
