import { isOverdue } from '@aviary/contract/follow-ups/rules'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../shared/formats.ts'
import { useNow } from '../../shared/time/clock.ts'
import { Tag } from '../../ui/Tag.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH } from '../../ui/table/table-column.ts'
import classes from './follow-ups.module.css'
import { useMayChangeRow } from './use-may-change.ts'

const DAY_REFRESH_MS = 60_000

/** The columns on the page of one incident, whose follow-ups stay in the order of the server: the open ones first. */
export function useColumnsOfIncident(): readonly Column<FollowUp>[] {
  const { what, owner, due } = useEachColumn()
  return useMemo(
    () => [what, owner, due].map((column) => ({ ...column, isSortable: false })),
    [what, owner, due],
  )
}

/** The columns of the list of open, or of closed, follow-ups of all incidents. */
export function useColumnsOfAll(isOpen: boolean): readonly Column<FollowUp>[] {
  const { title, incident, owner, due, state, closed } = useEachColumn()
  return useMemo(
    () => (isOpen ? [title, incident, owner, due] : [title, incident, owner, due, state, closed]),
    [isOpen, title, incident, owner, due, state, closed],
  )
}

function useEachColumn() {
  const { t } = useTranslation('incident')
  const mayChange = useMayChangeRow()
  return useMemo(() => {
    const title: Column<FollowUp> = {
      ...{ key: 'what', title: t('followUps.what'), card: 'title', isTall: true },
      value: (row) => row.title,
      render: (row) => (
        <>
          {row.title}
          <InTracker row={row} mayChange={mayChange(row)} />
        </>
      ),
    }
    const what: Column<FollowUp> = {
      ...title,
      render: (row) => (
        <>
          <TitleAndState row={row} />
          <InTracker row={row} mayChange={mayChange(row)} />
        </>
      ),
    }
    const incident: Column<FollowUp> = {
      ...{ key: 'incident', title: t('followUps.incident'), width: '7.5rem', card: 'tag' },
      value: ({ jira_id }) => jira_id,
      render: ({ jira_id }) => (
        <Link to="/details/$id" params={{ id: jira_id }} hash="follow-ups">
          {jira_id}
        </Link>
      ),
    }
    const owner: Column<FollowUp> = {
      ...{ key: 'owner', title: t('followUps.owner'), width: '16rem' },
      value: (row) => row.owner,
      render: (row) => row.owner ?? <span className="muted">{t('roles.nobody')}</span>,
    }
    const due: Column<FollowUp> = {
      ...{ key: 'due', title: t('followUps.due'), width: '13rem' },
      value: ({ due_date }) => due_date,
      render: (row) => <DueDate row={row} />,
    }
    const state: Column<FollowUp> = {
      ...{ key: 'state', title: t('followUps.state'), width: '8rem' },
      value: (row) => t(`followUps.states.${row.state}`),
    }
    const closed: Column<FollowUp> = {
      ...{ key: 'closed', title: t('followUps.closedDate'), width: SHORT_TIME_WIDTH },
      value: ({ closed_date }) => closed_date && Date.parse(closed_date),
      render: ({ closed_date }) => closed_date && <RowTime at={closed_date} isShort />,
    }
    return { title, what, incident, owner, due, state, closed }
  }, [t, mayChange])
}

function TitleAndState({ row: { title, state } }: { row: FollowUp }) {
  const { t } = useTranslation('incident')
  if (state === 'OPEN') return title
  return (
    <>
      <span className="muted">{title}</span> <Tag>{t(`followUps.states.${state}`)}</Tag>
    </>
  )
}

/** Its issue in a new tab; for those who may mend it, also why the tracker does not take it. */
function InTracker({ row: { tracker, tracker_fault }, mayChange }: { row: FollowUp; mayChange: boolean }) {
  const { t } = useTranslation(['incident', 'shell'])
  return (
    <>
      {tracker && (
        <>
          {' '}
          <a href={tracker.url} target="_blank" rel="noreferrer" className={classes.issue}>
            {tracker.key} <span aria-hidden="true">↗</span>
            <span className="visually-hidden"> ({t('shell:opensNewTab')})</span>
          </a>
        </>
      )}
      {tracker_fault && mayChange && (
        <span className={classes.fault}>{t('followUps.notTaken', { reason: tracker_fault })}</span>
      )}
    </>
  )
}

/** The day in the person's language, and whether it is over. */
function DueDate({ row }: { row: FollowUp }) {
  const { t, i18n } = useTranslation('incident')
  const today = new Date(useNow(DAY_REFRESH_MS)).toISOString().slice(0, 10)
  if (row.due_date === null) return <span className="muted">–</span>
  const format = dateFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <span className={classes.due}>
      <time dateTime={row.due_date}>{format.format(Date.parse(row.due_date))}</time>
      {isOverdue(row, today) && <Tag isDanger>{t('followUps.overdue')}</Tag>}
    </span>
  )
}
