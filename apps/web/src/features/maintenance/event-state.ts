import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { isCurrentOrUpcoming } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { relativeTime } from '../../shared/time/words.ts'

type EventState = 'planned' | 'inProgress' | 'ended' | 'cancelled'

function getState(event: MaintenanceEvent, now: number): EventState {
  if (event.cancelled_date) return 'cancelled'
  if (!isCurrentOrUpcoming(event, now)) return 'ended'
  return event.start_epoch * 1000 > now ? 'planned' : 'inProgress'
}

function getMoment(event: MaintenanceEvent, state: EventState): number {
  if (event.cancelled_date) return Date.parse(event.cancelled_date)
  return (state === 'planned' ? event.start_epoch : event.end_epoch) * 1000
}

/**
 * State of an event now (`word`), and the time to its start or end, or since it was cancelled: "starts in 3 days"
 * (`left`).
 */
export function useEventState(event: MaintenanceEvent) {
  const { t, i18n } = useTranslation('maintenance')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const state = getState(event, now)
  return {
    state,
    word: t(`state.${state}`),
    left: t(`left.${state}`, { when: relativeTime(getMoment(event, state), now, i18n.language) }),
  }
}
