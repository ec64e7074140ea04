import type { Incident } from '@aviary/contract/incidents/schemas'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../../shared/time/words.ts'
import { LoadError } from '../../../ui/Loaded.tsx'
import { StatusIcon } from '../../../ui/StatusIcon.tsx'
import { useActiveIncidentsWithoutMessages } from '../../incidents/public.ts'
import type { LoadState } from '../use-charts.ts'
import classes from './availability.module.css'
import { type CellDay, type DayState, filterIncidents, toChangesSearch } from './day-states.ts'
import { type DayWords, useDayWords } from './use-day-words.ts'

type DayViewProps = {
  cell: { service: string; data_center: string }
  day: DayState
  historic: readonly Incident[]
  loadState: LoadState
  /** Focuses the figures on mount, because this view replaces the button that had the focus. */
  takesFocus: boolean
}

/** One day of a cell: figures, incidents, and links to the changes of the day. */
export function DayView({ cell, day, historic, loadState, takesFocus }: DayViewProps) {
  const { t } = useTranslation('charts')
  const words = useDayWords()
  const active = useActiveIncidentsWithoutMessages()
  const cellDay: CellDay = { service: cell.service, data_center: cell.data_center, day: day.day }
  const incidents = useMemo(() => {
    const all = new Map([...historic, ...(active.data ?? [])].map((incident) => [incident.jiraId, incident]))
    const { service, data_center } = cell
    return filterIncidents([...all.values()], { service, data_center, day: day.day })
  }, [historic, active.data, cell, day])
  const figures = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) figures.current?.focus()
  }, [takesFocus])
  const getStatusText = () => {
    if (loadState === 'more' || active.isPending) return t('day.incidentsLoading')
    if (loadState === 'stopped') return t('error')
    return incidents.length === 0 && !active.error && t('day.incidentsNone')
  }
  return (
    <>
      <p ref={figures} tabIndex={-1} className={classes.figures}>
        <StatusIcon status={day.state} /> {words.figures(day.spent)}
      </p>
      <h3>{t('day.incidents')}</h3>
      <LoadError query={active} failure={t('error')} />
      <ul className={classes.incidents}>
        {incidents.map((incident) => (
          <li key={incident.jiraId}>
            <IncidentLine incident={incident} words={words} />
          </li>
        ))}
      </ul>
      <p role="status">{getStatusText()}</p>
      <h3>{t('day.changes')}</h3>
      <p className={classes.changes}>
        <Link to="/changes" search={toChangesSearch('manual', cellDay) as never}>
          {t('day.manual')}
        </Link>
        <Link to="/changes" search={toChangesSearch('auto', cellDay) as never}>
          {t('day.auto')}
        </Link>
      </p>
    </>
  )
}

function IncidentLine({ incident, words }: { incident: Incident; words: DayWords }) {
  const { t, i18n } = useTranslation('charts')
  const { jiraId, symbol, startDate, endDate } = incident
  const time = (iso: string) => exactTime(Date.parse(iso), i18n.language)
  return (
    <>
      <StatusIcon status={symbol} />
      <span>
        <Link to="/details/$id" params={{ id: jiraId }}>
          {jiraId}
        </Link>
        {`, ${words.status(symbol)}: `}
        {endDate
          ? t('day.span', { start: time(startDate), end: time(endDate) })
          : t('day.since', { start: time(startDate) })}
      </span>
    </>
  )
}
