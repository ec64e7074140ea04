import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_MAX_EXPORTED } from '@aviary/contract/constants'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { ChangeCards } from './ChangeCards.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { type ChangeSearch, type Display, searchFaultOf } from './change-search.ts'
import classes from './changes.module.css'
import type { Highlight } from './matches.ts'
import { ResultTools } from './ResultTools.tsx'
import { type Asked, useFoundCount, type useResults } from './use-changes.ts'

type ResultsTileProps = {
  search: ChangeSearch
  asked: Asked
  highlight: Highlight
  query: ReturnType<typeof useResults>
  hasNewer: boolean
  onDisplay: (changes: Partial<Display>) => void
  onRefresh: () => void
  onOpen: (id: number) => void
}

const NOTHING: readonly Change[] = []

/** What was found, or why there is nothing to show (spec 2 §4). */
export function ResultsTile(props: ResultsTileProps) {
  const { search, asked, query, hasNewer, onDisplay, onRefresh } = props
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const changes = query.data?.rows ?? NOTHING
  const shown = useShownRows(search.display, query)
  const bound = useFileBound(props)
  const boundId = useId()
  const found = useRef<HTMLDivElement>(null)
  const turnTo = (page: number) => {
    onDisplay({ page })
    // The button cannot be pressed, or is gone, while the page comes; it is read from its top.
    found.current?.focus({ preventScroll: true })
    found.current?.closest('section')?.scrollIntoView()
  }
  return (
    <Panel
      title={t('results')}
      className={classes.results}
      aside={
        <ResultTools
          search={search}
          asked={asked}
          isEmpty={changes.length === 0}
          describedBy={bound && boundId}
          onDisplay={onDisplay}
          onRefresh={onRefresh}
        />
      }
    >
      <div className={classes.news}>
        <div className={classes.told} role="status">
          <span>{query.isFetching ? t('loading') : isWaiting(query) ? offline : shown}</span>
          {hasNewer && !query.isFetching && (
            <Button size="compact-sm" variant="default" onClick={onRefresh}>
              {t('newer')}
            </Button>
          )}
        </div>
        {bound && <span id={boundId}>{bound}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a part of the page that can have the focus, and no set of fields */}
      <div
        ref={found}
        role="group"
        aria-label={t('results')}
        tabIndex={-1}
        aria-busy={query.isFetching || undefined}
      >
        <Body {...props} changes={changes} onPage={turnTo} />
      </div>
      <Pages search={search} query={query} onPage={turnTo} />
    </Panel>
  )
}

/** Without a connection it waits for one. */
const isWaiting = (query: ResultsTileProps['query']): boolean => query.fetchStatus === 'paused'

type Turning = { onPage: (page: number) => void }

function Body(props: ResultsTileProps & Turning & { changes: readonly Change[] }): ReactNode {
  const { search, highlight, query, changes, onDisplay, onPage, onOpen } = props
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { filters, display } = search
  const isAuto = filters.changeType === 'auto'
  const fault = searchFaultOf(filters)
  if (fault) return <EmptyState title={t(fault)} />
  if (query.error)
    return (
      <ErrorState
        title={t(isAuto && isGatewayTimeout(query.error) ? 'error.timeout' : 'error')}
        again={{ run: () => void query.refetch() }}
      />
    )
  if (query.data && changes.length === 0) return <Nothing display={display} onPage={onPage} />
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
  if (query.isPending)
    return (
      <div className={classes.cardsToCome}>
        <Skeleton rows={6} label={t('loading')} />
      </div>
    )
  return <ChangeCards changes={changes} highlight={highlight} onOpen={onOpen} />
}

function Nothing({ display, onPage }: Turning & { display: Display }) {
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

/** Page after page; how many there are is not counted, for that would take as long as finding them all. */
function Pages({ search, query, onPage }: Turning & Pick<ResultsTileProps, 'search' | 'query'>) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { page } = search.display
  const shown = useShownRows(search.display, query)
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={page === 1 || offline !== undefined}
        title={offline}
        onClick={() => onPage(page - 1)}
      >
        {t('previous')}
      </Button>
      <span className="muted">{shown}</span>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!query.data?.has_next_page || query.isPlaceholderData || offline !== undefined}
        title={offline}
        onClick={() => onPage(page + 1)}
      >
        {t('next')}
      </Button>
    </nav>
  )
}

/** That the file will not hold all that was found; undefined where it does. */
function useFileBound({ search, asked, query }: Pick<ResultsTileProps, 'search' | 'asked' | 'query'>) {
  const { t } = useTranslation('changes')
  const number = useCount()
  const count = useFoundCount(search.filters, asked)
  const most = number(CHANGES_MAX_EXPORTED)
  if (count === 'unknown') return query.data?.has_next_page ? t('csv.most', { most }) : undefined
  return count && count > CHANGES_MAX_EXPORTED ? t('csv.first', { most, number: number(count) }) : undefined
}

/** "Page 2 · 101 to 200"; nothing where the rows of another page wait for a connection. */
function useShownRows({ page, resultsPerPage }: Display, query: ResultsTileProps['query']): string {
  const { t } = useTranslation('changes')
  const number = useCount()
  const count = query.isPlaceholderData ? 0 : (query.data?.rows.length ?? 0)
  if (query.isPlaceholderData && isWaiting(query)) return ''
  const named = t('page', { page: number(page) })
  if (count === 0) return named
  const first = (page - 1) * resultsPerPage + 1
  return `${named} · ${t('rows', { from: number(first), to: number(first + count - 1) })}`
}
