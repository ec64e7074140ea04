import { useTranslation } from 'react-i18next'
import classes from './calendar.module.css'
import type { Day } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { tintOf } from './event-row.ts'
import { ReviewLink } from './ReviewLink.tsx'
import type { DayWords } from './use-day-words.ts'

type CalendarEntryProps = { entry: CalendarEvent; day: Day; words: DayWords }

/** An event on one day of the calendar: when, what, its flag and audience in words. It leads to its review. */
export function CalendarEntry({ entry, day, words }: CalendarEntryProps) {
  const { t } = useTranslation()
  const { event, flag } = entry
  const isInternal = event.is_internal === 'Y'
  return (
    <div className={classes.entry} data-tint={tintOf(event.flag)} data-internal={isInternal || undefined}>
      <ReviewLink id={event.id} kind="event" title={`${event.title}, ${words.exactly(entry)}`}>
        <span className={classes.times}>{words.times(entry, day)}</span> {event.title}
      </ReviewLink>
      {(flag || isInternal) && (
        <span className={classes.words}>
          {[flag, isInternal && t('internal')].filter(Boolean).join(' · ')}
        </span>
      )}
    </div>
  )
}
