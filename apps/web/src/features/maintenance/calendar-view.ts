import type { Day } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { DayWords } from './use-day-words.ts'

/** What each way of showing the calendar is given. */
export type CalendarViewProps = {
  weeks: readonly (readonly Day[])[]
  /** `2026-11` where days of other months show beside those of this one. */
  month: string | undefined
  events: readonly CalendarEvent[]
  /** `2026-11-21` */
  today: string
  words: DayWords
  /** Shows the week of a date. */
  onWeek: (date: string) => void
}
