import type { Day } from './calendar-days.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { DayWords } from './use-day-words.ts'

/** Props shared by the month, week and agenda views. */
export type CalendarViewProps = {
  weeks: readonly (readonly Day[])[]
  /** `2026-11` in the month view, which also shows days of neighbouring months; else undefined. */
  month: string | undefined
  events: readonly CalendarEvent[]
  /** `2026-11-21` */
  today: string
  words: DayWords
  /** Shows the week of a date. */
  onWeek: (date: string) => void
}
