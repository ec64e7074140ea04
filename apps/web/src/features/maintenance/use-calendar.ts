import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import {
  type CalendarMode,
  type Day,
  firstWeekday,
  getMonthWeeks,
  getWeek,
  overlapsSpan,
  readDate,
  stepDate,
  toPacificDate,
} from './calendar-days.ts'
import { type CalendarEvent, toCalendarEvent } from './calendar-event.ts'
import { useFlagName } from './use-maintenance.ts'

const DATE_CHECK_MS = 60_000

/** The calendar's state (mode, date, data center), kept in the URL, and functions that change it. */
export function useCalendar(all: readonly MaintenanceEvent[] | undefined) {
  const { i18n } = useTranslation()
  const { read, write } = useSearchParams()
  const today = toPacificDate(useNow(DATE_CHECK_MS))
  const show: CalendarMode = read('show') === 'week' ? 'week' : 'month'
  const date = readDate(read('date')) ?? today
  const dataCenter = read('dc')
  const weeks = useMemo(() => {
    const first = firstWeekday(i18n.language)
    return show === 'week' ? [getWeek(date, first)] : getMonthWeeks(date, first)
  }, [show, date, i18n.language])
  const events = useShownEvents(all, { weeks, dataCenter })
  const month = show === 'month' ? date.slice(0, 7) : undefined
  const days = weeks.flat().filter((day) => day.date.startsWith(month ?? ''))
  const goTo = (next: string) => write({ date: next === today ? '' : next })
  return {
    ...{ today, show, date, dataCenter, weeks, month, events },
    isEmpty: !events.some((event) => days.some((day) => overlapsSpan(event, day))),
    goToToday: () => goTo(today),
    step: (steps: 1 | -1) => goTo(stepDate(date, show, steps)),
    chooseDataCenter: (name: string) => write({ dc: name }),
    choose: (next: CalendarMode) => write({ show: next === 'week' ? 'week' : '' }),
    goToWeek: (day: string) => write({ show: 'week', date: day }),
  }
}

type ShownRange = { weeks: readonly (readonly Day[])[]; dataCenter: string }

/** The events in the visible days, earliest first. */
function useShownEvents(
  all: readonly MaintenanceEvent[] | undefined,
  { weeks, dataCenter }: ShownRange,
): readonly CalendarEvent[] {
  const flagName = useFlagName()
  return useMemo(() => {
    const days = weeks.flat()
    const span = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 }
    const isInDataCenter = ({ data_centers }: MaintenanceEvent) =>
      dataCenter === '' || data_centers.some(({ system_name }) => system_name === dataCenter)
    return (all ?? [])
      .filter(isInDataCenter)
      .map((event) => toCalendarEvent(event, flagName))
      .filter((event) => overlapsSpan(event, span))
      .toSorted((a, b) => a.start - b.start || a.event.id - b.event.id)
  }, [all, weeks, dataCenter, flagName])
}
