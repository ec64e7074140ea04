import { CalendarEntry } from './CalendarEntry.tsx'
import classes from './calendar.module.css'
import { overlapsSpan } from './calendar-days.ts'
import type { CalendarViewProps } from './calendar-view.ts'

/** The calendar for narrow windows: the days that have events, one below the other. */
export function Agenda({ weeks, month, events, today, words }: CalendarViewProps) {
  const days = weeks
    .flat()
    .filter(({ date }) => month === undefined || date.startsWith(month))
    .map((day) => ({ day, entries: events.filter((event) => overlapsSpan(event, day)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <ol className={classes.agenda}>
      {days.map(({ day, entries }) => (
        <li key={day.date} aria-current={day.date === today ? 'date' : undefined}>
          <h3>
            {words.day(day)}
            {day.clocks !== 'steady' && <span className={classes.words}>{words.clocks(day)}</span>}
          </h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry.event.id}>
                <CalendarEntry entry={entry} day={day} words={words} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
