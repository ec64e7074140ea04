import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time.ts'
import { useAddress } from '../../shared/use-address.ts'
import {
  type Day,
  dateAt,
  firstWeekday,
  isOn,
  monthOf,
  readDate,
  type Show,
  stepped,
  weekOf,
} from './calendar-days.ts'
import { type CalendarEvent, toCalendarEvent } from './calendar-event.ts'
import { useFlagName } from './use-maintenance.ts'

const LOOK_AT_THE_DATE_MS = 60_000

/** What of the calendar shows, as the address has it, and how to show something else of it. */
export function useCalendar(all: readonly MaintenanceEvent[] | undefined) {
  const { i18n } = useTranslation()
  const { read, write } = useAddress()
  const today = dateAt(useNow(LOOK_AT_THE_DATE_MS))
  const show: Show = read('show') === 'week' ? 'week' : 'month'
  const date = readDate(read('date')) ?? today
  const dataCenter = read('dc')
  const weeks = useMemo(() => {
    const first = firstWeekday(i18n.language)
    return show === 'week' ? [weekOf(date, first)] : monthOf(date, first)
  }, [show, date, i18n.language])
  const events = useShownEvents(all, { weeks, dataCenter })
  const month = show === 'month' ? date.slice(0, 7) : undefined
  const days = weeks.flat().filter((day) => day.date.startsWith(month ?? ''))
  const goTo = (next: string) => write({ date: next === today ? '' : next })
  return {
    ...{ today, show, date, dataCenter, weeks, month, events },
    isEmpty: !events.some((event) => days.some((day) => isOn(event, day))),
    goToToday: () => goTo(today),
    step: (steps: 1 | -1) => goTo(stepped(date, show, steps)),
    chooseDataCenter: (name: string) => write({ dc: name }),
    choose: (next: Show) => write({ show: next === 'week' ? 'week' : '' }),
    goToWeek: (day: string) => write({ show: 'week', date: day }),
  }
}

type Shown = { weeks: readonly (readonly Day[])[]; dataCenter: string }

/** Those that touch the days that show, the first to begin first. */
function useShownEvents(
  all: readonly MaintenanceEvent[] | undefined,
  { weeks, dataCenter }: Shown,
): readonly CalendarEvent[] {
  const flagName = useFlagName()
  return useMemo(() => {
    const days = weeks.flat()
    const span = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 }
    const isThere = ({ data_centers }: MaintenanceEvent) =>
      dataCenter === '' || data_centers.some(({ system_name }) => system_name === dataCenter)
    return (all ?? [])
      .filter(isThere)
      .map((event) => toCalendarEvent(event, flagName))
      .filter((event) => isOn(event, span))
      .toSorted((a, b) => a.start - b.start || a.event.id - b.event.id)
  }, [all, weeks, dataCenter, flagName])
}
