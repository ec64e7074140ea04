import type { Change } from '@aviary/contract/changes/schemas'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { PageSteps } from '../../ui/PageSteps.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ChangeCards } from './ChangeCards.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { type ChangeSearch, type Display, getSearchFault } from './change-search.ts'
import classes from './changes.module.css'
import { FileLimit } from './FileLimit.tsx'
import type { Highlight } from './matches.ts'
import { ResultTools } from './ResultTools.tsx'
import type { SearchRequest, useResults } from './use-changes.ts'

type ResultsTileProps = {
  search: ChangeSearch
  request: SearchRequest
  highlight: Highlight
  query: ReturnType<typeof useResults>
  hasNewer: boolean
  onDisplay: (changes: Partial<Display>) => void
  onRefresh: () => void
  onOpen: (id: number) => void
}

const NO_CHANGES: readonly Change[] = []

/** Search results, or the reason why there are none to show (spec 2 §4). */
export function ResultsTile(props: ResultsTileProps) {
  const { search, request, query, hasNewer, onDisplay, onRefresh } = props
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const changes = query.data?.rows ?? NO_CHANGES
  const pageText = usePageText(search.display, query)
  const limitTextId = useId()
  const hasNextPage = query.data?.has_next_page === true
  const resultsRef = useRef<HTMLDivElement>(null)
  const goToPage = (page: number) => {
    onDisplay({ page })
    // While the requested page loads, the pressed button is disabled or gone, so the focus moves to the
    // results.
    resultsRef.current?.focus({ preventScroll: true })
    resultsRef.current?.closest('section')?.scrollIntoView()
  }
  return (
    <Panel
      title={t('results')}
      className={classes.results}
      aside={
        <ResultTools
          search={search}
          request={request}
          isEmpty={changes.length === 0}
          hasNextPage={hasNextPage}
          limitTextId={limitTextId}
          onDisplay={onDisplay}
          onRefresh={onRefresh}
        />
      }
    >
      <div className={classes.notices}>
        <div className={classes.status} role="status">
          <span>{query.isFetching ? t('loading') : isWaiting(query) ? offline : pageText}</span>
          {hasNewer && !query.isFetching && (
            <Button size="compact-sm" variant="default" onClick={onRefresh}>
              {t('newer')}
            </Button>
          )}
        </div>
        <FileLimit id={limitTextId} filters={search.filters} request={request} hasNextPage={hasNextPage} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a focusable part of the page, not a fieldset */}
      <div
        ref={resultsRef}
        role="group"
        aria-label={t('results')}
        tabIndex={-1}
        aria-busy={query.isFetching || undefined}
      >
        <Body {...props} changes={changes} onPage={goToPage} />
      </div>
      <Pages search={search} query={query} onPage={goToPage} />
    </Panel>
  )
}

/** A query waits if the browser is offline, because TanStack Query then pauses it. */
const isWaiting = (query: ResultsTileProps['query']): boolean => query.fetchStatus === 'paused'

type PageTurn = { onPage: (page: number) => void }

function Body(props: ResultsTileProps & PageTurn & { changes: readonly Change[] }): ReactNode {
  const { search, highlight, query, changes, onDisplay, onPage, onOpen } = props
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { filters, display } = search
  const isAuto = filters.changeType === 'auto'
  const fault = getSearchFault(filters)
  if (fault) return <EmptyState title={t(fault)} />
  if (query.error)
    return (
      <ErrorState
        title={t(isAuto && isGatewayTimeout(query.error) ? 'error.timeout' : 'error')}
        retry={{ run: () => void query.refetch() }}
      />
    )
  if (query.data && changes.length === 0) return <NoResults display={display} onPage={onPage} />
  if (query.isPending && isWaiting(query)) return <EmptyState title={offline} />
  if (display.style === 'table')
    return (
      <ChangeTable
        type={filters.changeType}
        changes={changes}
        isLoading={query.isPending}
        display={display}
        highlight={highlight}
        onSort={(sortBy, sortDirection) => onDisplay({ sortBy, sortDirection, page: 1 })}
        onOpen={onOpen}
      />
    )
  return <ChangeCards changes={changes} isLoading={query.isPending} highlight={highlight} onOpen={onOpen} />
}

function NoResults({ display, onPage }: PageTurn & { display: Display }) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  return (
    <EmptyState title={t('none')}>
      {display.page > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={offline !== undefined}
          title={offline}
          onClick={() => onPage(1)}
        >
          {t('firstPage')}
        </Button>
      )}
    </EmptyState>
  )
}

function Pages({ search, query, onPage }: PageTurn & Pick<ResultsTileProps, 'search' | 'query'>) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { page } = search.display
  const hasNext = query.data?.has_next_page === true && !query.isPlaceholderData
  return (
    <PageSteps
      label={t('pages')}
      previous={{ label: t('previous'), exists: page > 1, onPress: () => onPage(page - 1) }}
      next={{ label: t('next'), exists: hasNext, onPress: () => onPage(page + 1) }}
      disabledReason={offline}
    >
      {usePageText(search.display, query)}
    </PageSteps>
  )
}

/** Such as "Page 2 · 101 to 200"; empty if the requested page waits for a connection. */
function usePageText({ page, resultsPerPage }: Display, query: ResultsTileProps['query']): string {
  const { t } = useTranslation('changes')
  const number = useCount()
  const count = query.isPlaceholderData ? 0 : (query.data?.rows.length ?? 0)
  if (query.isPlaceholderData && isWaiting(query)) return ''
  const pageNumber = t('page', { page: number(page) })
  if (count === 0) return pageNumber
  const first = (page - 1) * resultsPerPage + 1
  return `${pageNumber} · ${t('rows', { from: number(first), to: number(first + count - 1) })}`
}
