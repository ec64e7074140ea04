import { FOLLOW_UPS_LARGEST_PAGE } from '@aviary/contract/follow-ups/rules'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { Segments } from '../../ui/Segments.tsx'
import { idOf, nameOf, textOf } from './follow-up-rows.ts'
import classes from './follow-ups.module.css'
import { LazyFollowUpDialogs } from './LazyFollowUpDialogs.ts'
import { useFollowUpActions, useIsMine } from './use-follow-up-actions.ts'
import { useColumnsOfAll } from './use-follow-up-columns.tsx'
import { useFollowUpKind, useFollowUps } from './use-follow-ups.ts'
import { useMayChangeRow } from './use-may-change.ts'

const BY_DUE = { key: 'due', isDescending: false }
const NEWEST_FIRST = { key: 'closed', isDescending: true }

/** What remains to be done after all incidents, and what was done or dropped. */
export function FollowUpsPage() {
  const { t } = useTranslation('incident')
  const number = useCount()
  const list = useShownFollowUps()
  const mayChange = useMayChangeRow()
  const mayAny = list.rows.data?.some(mayChange) ?? false
  const records = useRecords({
    ...{ kind: useFollowUpKind(), rows: list.rows, idOf, nameOf },
    ...{ mayEdit: mayAny, mayDelete: mayAny },
  })
  const actions = useFollowUpActions({ ...records, rows: list.rows.data, mayChange })
  return (
    <>
      <PageHeader title={t('followUps.title')} refreshedAt={list.refreshedAt} />
      <Panel
        title={t(list.isOpen ? 'followUps.toDo' : 'followUps.closedOnes')}
        aside={<StateChoice list={list} />}
      >
        <RecordTable
          key={String(list.isOpen)}
          {...records}
          rows={list.shown}
          actions={actions}
          label={t('followUps.title')}
          name={list.isOpen ? 'follow-ups' : 'closed-follow-ups'}
          columns={useColumnsOfAll(list.isOpen)}
          initialSort={list.isOpen ? BY_DUE : NEWEST_FIRST}
          filter={{ label: t('followUps.filter'), textOf }}
          empty={<NoFollowUps list={list} />}
        >
          {list.isCut && <p>{t('followUps.cut', { most: number(FOLLOW_UPS_LARGEST_PAGE) })}</p>}
        </RecordTable>
      </Panel>
      {records.open && (
        <Suspense fallback={null}>
          {/* A follow-up that leaves the list of open ones still exists. */}
          <LazyFollowUpDialogs {...records} isPart />
        </Suspense>
      )}
    </>
  )
}

/** The follow-ups that the address asks for: open or closed, of all or only the person's own. */
function useShownFollowUps() {
  const { read, write } = useSearchParams()
  const isOpen = read('state') !== 'closed'
  const isOnlyMine = read('mine') === '1'
  const isMine = useIsMine()
  const { data, error, refetch, dataUpdatedAt } = useFollowUps(isOpen)
  const all = data?.follow_ups
  const mine = useMemo(() => all?.filter(isMine), [all, isMine])
  const state = { error, refetch }
  return {
    isOpen,
    isOnlyMine,
    rows: { ...state, data: all },
    shown: { ...state, data: isOnlyMine ? mine : all },
    countOfMine: mine?.length,
    isCut: data?.more_results === true,
    refreshedAt: dataUpdatedAt,
    choose: (next: 'open' | 'closed') => write({ state: next === 'closed' ? next : '', sort: '', page: '' }),
    toggleMine: () => write({ mine: isOnlyMine ? '' : '1', page: '' }),
  }
}

type ListProps = { list: ReturnType<typeof useShownFollowUps> }

function StateChoice({ list }: ListProps) {
  const { t } = useTranslation('incident')
  return (
    <div className={classes.tools}>
      <FilterChip isPressed={list.isOnlyMine} count={list.countOfMine ?? 0} onClick={list.toggleMine}>
        {t('followUps.mine')}
      </FilterChip>
      <Segments
        label={t('followUps.state')}
        value={list.isOpen ? 'open' : 'closed'}
        choices={[
          { value: 'open', label: t('followUps.open') },
          { value: 'closed', label: t('followUps.closed') },
        ]}
        onChange={list.choose}
      />
    </div>
  )
}

/** Why no row is shown, and what to do next. */
function NoFollowUps({ list }: ListProps) {
  const { t } = useTranslation('incident')
  const { t: inShell } = useTranslation()
  const { rows, shown, isOpen } = list
  if (shown.data?.length) return t('followUps.noMatch')
  if (rows.data?.length)
    return (
      <Next
        title={t('followUps.noneOfMine')}
        button={{ text: t('followUps.showAll'), run: list.toggleMine }}
      />
    )
  if (!isOpen)
    return (
      <Next
        title={t('followUps.noneClosed')}
        button={{ text: t('followUps.showOpen'), run: () => list.choose('open') }}
      />
    )
  return (
    <span className={classes.none}>
      <span>{t('followUps.noneOpen')}</span>
      <span className="muted">{t('followUps.whereToAdd')}</span>
      <Link to="/history">{inShell('screen.Incident History')}</Link>
    </span>
  )
}

const Next = ({ title, button }: { title: ReactNode; button: { text: string; run: () => void } }) => (
  <span className={classes.none}>
    <span>{title}</span>
    <PlainButton onClick={button.run}>{button.text}</PlainButton>
  </span>
)
