import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CalendarEntry } from './CalendarEntry.tsx'
import classes from './calendar.module.css'
import { type Day, overlapsSpan } from './calendar-days.ts'
import type { CalendarViewProps } from './calendar-view.ts'

const MAX_SHOWN = 4

/** A month as a table of days; a day with too many events links to its week. */
export function MonthView(props: CalendarViewProps) {
  const { weeks, words } = props
  const { t } = useTranslation('maintenance')
  return (
    <table className={classes.month} aria-label={t('calendar.title')}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.date} scope="col">
              {words.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day) => (
              <MonthDay key={day.date} day={day} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MonthDay({ day, month, events, today, words, onWeek }: CalendarViewProps & { day: Day }) {
  const { t } = useTranslation('maintenance')
  const entries = events.filter((event) => overlapsSpan(event, day))
  const hiddenCount = entries.length - MAX_SHOWN
  const shown = hiddenCount > 0 ? entries.slice(0, MAX_SHOWN) : entries
  return (
    <td
      data-other={(month !== undefined && !day.date.startsWith(month)) || undefined}
      aria-current={day.date === today ? 'date' : undefined}
    >
      <time className={classes.number} dateTime={day.date} title={words.day(day)}>
        {words.number(day)}
      </time>
      {day.clocks !== 'steady' && <span className={classes.words}>{words.clocks(day)}</span>}
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <li key={entry.event.id}>
              <CalendarEntry entry={entry} day={day} words={words} />
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <Button size="compact-xs" variant="subtle" data-on-paper onClick={() => onWeek(day.date)}>
          {t('calendar.more', { count: hiddenCount })}
        </Button>
      )}
    </td>
  )
}
