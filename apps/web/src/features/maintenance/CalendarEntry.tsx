import { useTranslation } from 'react-i18next'
import classes from './calendar.module.css'
import type { Day } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { getTint } from './event-row.ts'
import { ReviewLink } from './ReviewLink.tsx'
import type { DayWords } from './use-day-words.ts'

type CalendarEntryProps = { entry: CalendarEvent; day: Day; words: DayWords }

/**
 * An event on one day of the calendar, linked to its review. Title, time, flag, audience and TEST are shown
 * in words.
 */
export function CalendarEntry({ entry, day, words }: CalendarEntryProps) {
  const { t } = useTranslation()
  const { t: inMaintenance } = useTranslation('maintenance')
  const { event, flag } = entry
  const isInternal = event.is_internal === 'Y'
  const isCancelled = Boolean(event.cancelled_date)
  const marks = [
    isCancelled && inMaintenance('state.cancelled'),
    ...[flag, isInternal && t('internal'), event.is_test === 'Y' && t('test')],
  ].filter(Boolean)
  return (
    <div
      className={classes.entry}
      data-tint={isCancelled ? undefined : getTint(event.flag)}
      data-internal={isInternal || undefined}
      data-cancelled={isCancelled || undefined}
    >
      <ReviewLink id={event.id} kind="event" title={`${event.title}, ${words.exactly(entry)}`}>
        <span className={classes.times}>{words.times(entry, day)}</span> {event.title}
      </ReviewLink>
      {marks.length > 0 && <span className={classes.words}>{marks.join(' · ')}</span>}
    </div>
  )
}
