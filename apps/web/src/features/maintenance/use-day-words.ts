import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../shared/formats.ts'
import { exactTime } from '../../shared/time.ts'
import { clockTime, type Day, type Show } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'

export type DayWords = ReturnType<typeof useDayWords>

/** How days and times are said in the calendar. A date is told as if it were UTC, so that no zone moves it. */
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
    const at = (date: string) => Date.parse(`${date}T00:00Z`)
    return {
      day: ({ date }: Day) => long.format(at(date)),
      weekday: ({ date }: Day) => weekday.format(at(date)),
      number: ({ date }: Day) => String(Number(date.slice(8))),
      /** What shows: a month, or a week from its first day to its last. */
      span: (weeks: readonly (readonly Day[])[], { show, date }: { show: Show; date: string }) => {
        const days = weeks.flat()
        if (show === 'month') return month.format(at(date))
        return range.formatRange(at(days[0]?.date ?? date), at(days.at(-1)?.date ?? date))
      },
      /** When something is on a day: '10:00–13:00', or that it continues. */
      times: ({ start, end }: CalendarEvent, day: Day) => {
        const [isFirst, isLast] = [start >= day.start, end <= day.end]
        const [from, until] = [clockTime(start, day), clockTime(end, day)]
        if (isFirst && isLast)
          return end === day.end ? t('calendar.untilMidnight', { from }) : `${from}–${until}`
        if (isFirst) return t('calendar.from', { from })
        return isLast && end < day.end ? t('calendar.until', { until }) : t('calendar.allDay')
      },
      /** The whole of when it is, exactly. */
      exactly: ({ start, end }: CalendarEvent) => `${exact(start)} – ${exact(end)}`,
      clocks: ({ clocks }: Day) => (clocks === 'steady' ? undefined : t(`calendar.${clocks}`)),
    }
  }, [t, i18n.language])
}
