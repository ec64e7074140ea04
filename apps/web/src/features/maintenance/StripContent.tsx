import { listOverlaps } from '@aviary/contract/maintenance/endpoints'
import type { Overlap } from '@aviary/contract/maintenance/schemas'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useMay } from '../../shared/may.ts'
import { useNames } from '../../shared/names.ts'
import { polled } from '../../shared/queries.ts'
import { nowMs, useNow } from '../../shared/time/clock.ts'
import { LATEST_WALL } from '../../shared/time/utc-text.ts'
import { clockTime, exactTime, relativeTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { TestMark } from '../../ui/TestMark.tsx'
import classes from './maintenance-strip.module.css'

const TICK_MS = 10_000

type StripContentProps = {
  /** Called with whether any maintenance is in progress or planned, once that is known. */
  onKnown: (isAny: boolean) => void
}

export function StripContent({ onKnown }: StripContentProps) {
  const { t } = useTranslation('maintenance')
  const number = useCount()
  const now = useNow(TICK_MS)
  const mayRead = useMay()(listOverlaps)
  const events = useUpcoming(mayRead)?.filter(({ end_date }) => !end_date || Date.parse(end_date) > now)
  const isAny = mayRead ? events && events.length > 0 : false
  useEffect(() => {
    if (isAny !== undefined) onKnown(isAny)
  }, [isAny, onKnown])
  if (!events || !isAny) return null
  const isRunning = ({ start_date }: Overlap) => Date.parse(start_date) <= now
  const running = events.findLast(isRunning)
  const next = events.find((event) => !isRunning(event))
  return (
    <section aria-label={t('strip.label')} className={classes.line}>
      {running && <Entry event={running} now={now} isRunning />}
      {next && <Entry event={next} now={now} />}
      <Link to="/maintenance_event" className={classes.all ?? ''}>
        {t('strip.all', { number: number(events.length) })}
      </Link>
    </section>
  )
}

/** Maintenance events in progress and planned, earliest start first, without freeze windows. */
const useUpcoming = (enabled: boolean): Overlap[] | undefined =>
  useQuery({
    queryKey: ['maintenance', 'upcoming'],
    queryFn: async ({ signal }) => {
      const query = { start_date: new Date(nowMs()).toISOString(), end_date: `${LATEST_WALL}:00Z` }
      const { overlaps } = await call(listOverlaps, { query, signal })
      return overlaps.filter(({ kind }) => kind === 'event')
    },
    ...polled,
    enabled,
  }).data

type EntryProps = { event: Overlap; now: number; isRunning?: boolean }

function Entry({ event, now, isRunning = false }: EntryProps) {
  const { t, i18n } = useTranslation('maintenance')
  const names = useNames()
  const at = isRunning ? (event.end_date ?? event.start_date) : event.start_date
  const moment = Date.parse(at)
  const time = `${clockTime(moment, now, i18n.language)} UTC`
  const place = event.data_centers.map(names.dataCenter).join(', ')
  return (
    <p className={classes.entry}>
      <strong>{t(isRunning ? 'strip.now' : 'strip.next')}</strong>
      <Link to="/maintenance_event/review/$id" params={{ id: event.id }} title={`${event.title} · ${place}`}>
        {event.title} · {place}
      </Link>
      {event.is_internal === 'Y' && <InternalMark />}
      {event.is_test === 'Y' && <TestMark />}
      <time dateTime={at} title={exactTime(moment, i18n.language)}>
        {isRunning ? t('strip.until', { time }) : time}, {relativeTime(moment, now, i18n.language)}
      </time>
    </p>
  )
}
