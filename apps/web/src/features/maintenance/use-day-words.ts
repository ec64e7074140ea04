import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../shared/formats.ts'
import { exactTime } from '../../shared/time/words.ts'
import { type CalendarMode, clockTime, type Day } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'

export type DayWords = ReturnType<typeof useDayWords>

/** Formats days and times for the calendar. Dates are formatted as UTC, so that no time zone shifts them. */
export function useDayWords() {
  const { t, i18n } = useTranslation('maintenance')
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      dateFormat(i18n.language, { timeZone: 'UTC', ...options })
    const long = format({ weekday: 'long', month: 'long', day: 'numeric' })
    const weekday = format({ weekday: 'short' })
    const month = format({ month: 'long', year: 'numeric' })
    const range = format({ month: 'long', day: 'numeric', year: 'numeric' })
    const exact = (moment: number) => exactTime(moment, i18n.language, PACIFIC)
    const toUtcMs = (date: string) => Date.parse(`${date}T00:00Z`)
    return {
      day: ({ date }: Day) => long.format(toUtcMs(date)),
      weekday: ({ date }: Day) => weekday.format(toUtcMs(date)),
      number: ({ date }: Day) => String(Number(date.slice(8))),
      /** The visible range: a month, or a week from its first to its last day. */
      span: (weeks: readonly (readonly Day[])[], { show, date }: { show: CalendarMode; date: string }) => {
        const days = weeks.flat()
        if (show === 'month') return month.format(toUtcMs(date))
        return range.formatRange(toUtcMs(days[0]?.date ?? date), toUtcMs(days.at(-1)?.date ?? date))
      },
      /** The time of an event on one day, such as '10:00–13:00', or words if the event spans several days. */
      times: ({ start, end }: CalendarEvent, day: Day) => {
        const [isFirst, isLast] = [start >= day.start, end <= day.end]
        const [from, until] = [clockTime(start, day), clockTime(end, day)]
        if (isFirst && isLast)
          return end === day.end ? t('calendar.untilMidnight', { from }) : `${from}–${until}`
        if (isFirst) return t('calendar.from', { from })
        return isLast && end < day.end ? t('calendar.until', { until }) : t('calendar.allDay')
      },
      /** The full range with dates and zone. */
      exactly: ({ start, end }: CalendarEvent) => `${exact(start)} – ${exact(end)}`,
      clocks: ({ clocks }: Day) => (clocks === 'steady' ? undefined : t(`calendar.${clocks}`)),
    }
  }, [t, i18n.language])
}
