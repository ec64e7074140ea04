import { WIDTHS } from '@aviary/contract/constants'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { keyOf } from './change-address.ts'
import { type ChangeSearch, type Display, type Filters, searchFaultOf } from './change-search.ts'
import classes from './changes.module.css'
import { FilterTile } from './FilterTile.tsx'
import { highlightOf } from './matches.ts'
import { TimelinePicture } from './picture/TimelinePicture.tsx'
import { ResultsTile } from './ResultsTile.tsx'
import { minutesAround, type Range } from './range.ts'
import { useChangeSearch } from './use-change-search.ts'
import { useAsked, useHasNewer, useResults } from './use-changes.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** What changed, and when: found by filters, shown as cards or as a table, with a picture of it above (spec 2 §2.1). */
export function ChangesPage() {
  const { t } = useTranslation('changes')
  const { t: inShell } = useTranslation()
  const { search, go, changeId, openChange, closeChange } = useChangeSearch()
  const { filters, display } = search
  const { asked, askAgain } = useAsked(filters)
  const query = useResults(search, asked)
  const isFound = query.isSuccess && !query.isPlaceholderData
  const settings = useSaveSettings(isFound ? query.dataUpdatedAt : undefined)
  const highlight = useMemo(() => highlightOf(filters.keywords, filters.searchType), [filters])
  const fault = searchFaultOf(filters)
  const hasNewer = useHasNewer(asked.at) && asked.range.to >= asked.at && fault === undefined
  const { error } = query
  useErrorToast(error, t('toast.failed'))

  const apply = (next: Filters) => {
    const asNext: ChangeSearch = { filters: next, display: { ...display, page: 1 } }
    if (keyOf(next) === asked.key) askAgain()
    go(asNext)
    return asNext
  }
  const picture = usePictureRanges(filters, apply)
  const found = useRef<HTMLDivElement>(null)
  const applyForm = (next: Filters) => {
    picture.forget()
    settings.save(apply(next))
    // Below the form, what comes of it would not be seen.
    if (window.matchMedia(`(max-width: ${WIDTHS.lg - 1}px)`).matches) found.current?.scrollIntoView()
  }
  const changeDisplay = (changes: Partial<Display>) => {
    const next: ChangeSearch = { filters, display: { ...display, ...changes } }
    go(next)
    if (Object.keys(changes).some((key) => key !== 'page')) settings.save(next)
  }
  return (
    <>
      <PageHeader title={inShell('screen.Change History')} />
      <div className={classes.page}>
        <FilterTile
          filters={filters}
          isLoading={query.isFetching}
          notSaved={settings.error ? reasonOf(settings.error) : undefined}
          onApply={applyForm}
        />
        <div className={classes.found} ref={found}>
          {fault === undefined && (
            <TimelinePicture
              filters={filters}
              asked={asked}
              onRange={picture.choose}
              onFormer={picture.goBack}
            />
          )}
          <ResultsTile
            search={search}
            asked={asked}
            highlight={highlight}
            query={query}
            hasNewer={hasNewer}
            onDisplay={changeDisplay}
            onRefresh={askAgain}
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

type Times = Pick<Filters, 'isAbsolute' | 'start' | 'end'>

/** The ranges that were chosen in the picture, one closer than the other, and the way back. */
function usePictureRanges(filters: Filters, apply: (next: Filters) => void) {
  const [former, setFormer] = useState<readonly Times[]>([])
  const { isAbsolute, start, end } = filters
  const now: Times = { isAbsolute, start, end }
  // The browser's own Back may have been there already.
  const at = former.findLastIndex((times) => JSON.stringify(times) !== JSON.stringify(now))
  const before = former[at]
  return {
    choose: (range: Range) => {
      setFormer([...former, now])
      apply({ ...filters, isAbsolute: true, ...minutesAround(range) })
    },
    goBack: before
      ? () => {
          setFormer(former.slice(0, at))
          apply({ ...filters, ...before })
        }
      : undefined,
    forget: () => setFormer([]),
  }
}
