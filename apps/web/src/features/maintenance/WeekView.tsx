import { useTranslation } from 'react-i18next'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import { CalendarEntry } from './CalendarEntry.tsx'
import classes from './calendar.module.css'
import { coversDay, type Day, overlapsSpan } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { CalendarViewProps } from './calendar-view.ts'
import { type Block, toBlocks } from './day-blocks.ts'
import type { DayWords } from './use-day-words.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const DAY_MINUTES = 24 * 60
/** Minimum width in pixels of a day's column, and of each event in a row of overlapping events. */
const MIN_WIDTH = { day: 92, lane: 84 }

/** A week with hours: one column per day, all-day events on top, overlapping events side by side. */
export function WeekView({ weeks, events, today, words }: CalendarViewProps) {
  const { t } = useTranslation('maintenance')
  const days = weeks.flat().map((day) => weekDay(day, events))
  const columns = days.map(({ lanes }) => Math.max(MIN_WIDTH.day, lanes * MIN_WIDTH.lane))
  return (
    <div
      className={classes.week}
      style={{
        gridTemplateColumns: `44px ${columns.map((minWidth) => `minmax(${minWidth}px, 1fr)`).join(' ')}`,
      }}
      {...scrolledByKeyboard(t('calendar.title'))}
    >
      <div className={classes.hours} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {days.map((dayParts) => (
        <WeekDay key={dayParts.day.date} {...dayParts} isToday={dayParts.day.date === today} words={words} />
      ))}
    </div>
  )
}

type WeekDayParts = {
  day: Day
  allDay: readonly CalendarEvent[]
  blocks: readonly Block<CalendarEvent>[]
  lanes: number
}

function weekDay(day: Day, events: readonly CalendarEvent[]): WeekDayParts {
  const entries = events.filter((event) => overlapsSpan(event, day))
  const blocks = toBlocks(
    entries.filter((event) => !coversDay(event, day)),
    day,
  )
  return {
    day,
    allDay: entries.filter((event) => coversDay(event, day)),
    blocks,
    lanes: Math.max(1, ...blocks.map((block) => block.lanes)),
  }
}

type WeekDayProps = WeekDayParts & { isToday: boolean; words: DayWords }

function WeekDay({ day, allDay, blocks, isToday, words }: WeekDayProps) {
  const percent = (part: number) => `${part * 100}%`
  return (
    <section
      className={classes.weekDay}
      aria-label={words.day(day)}
      aria-current={isToday ? 'date' : undefined}
    >
      <h3>
        <span>{words.weekday(day)}</span> <time dateTime={day.date}>{words.number(day)}</time>
        {day.clocks !== 'steady' && <span className={classes.words}>{words.clocks(day)}</span>}
      </h3>
      <ul>
        {allDay.map((entry) => (
          <li key={entry.event.id}>
            <CalendarEntry entry={entry} day={day} words={words} />
          </li>
        ))}
      </ul>
      <ol>
        {blocks.map(({ item, top, bottom, lane, lanes }) => (
          <li
            key={item.event.id}
            style={{
              top: percent(top / DAY_MINUTES),
              height: percent((bottom - top) / DAY_MINUTES),
              left: percent(lane / lanes),
              width: percent(1 / lanes),
            }}
          >
            <CalendarEntry entry={item} day={day} words={words} />
          </li>
        ))}
      </ol>
    </section>
  )
}
