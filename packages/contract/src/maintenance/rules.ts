import { MAINTENANCE_DEFAULT_MS } from '../constants.ts'

/** Current and upcoming events are those whose end is later than now (spec 2 §4). */
export const isCurrentOrUpcoming = (event: { end_epoch: number }, nowMs: number): boolean =>
  event.end_epoch * 1000 > nowMs

/** Whether an event still takes place: it is neither over nor cancelled. */
export const takesPlace = (
  event: { end_epoch: number; cancelled_date: string | null },
  nowMs: number,
): boolean => !event.cancelled_date && isCurrentOrUpcoming(event, nowMs)

/** Comma-separated ids, trimmed, empty ones dropped, none twice (spec 2 §5). */
export const splitJiraIds = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
]

export const joinJiraIds = (ids: readonly string[]): string => ids.join(', ')

/** End that the form proposes once the start of an event is chosen (spec 2 §5). */
export const defaultEnd = (start: number): number => start + MAINTENANCE_DEFAULT_MS

/** An event's name in mails and in the ledger. */
export const eventReference = (id: number): string => `MNT-${id}`

/** Event id in a reference such as `MNT-12`; undefined for any other reference. */
export const eventIdOf = (reference: string): number | undefined => {
  const [, digits] = /^MNT-(\d{1,9})$/i.exec(reference) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** The flags of a new installation and their names (spec 2 §9). */
export const FIRST_FLAGS = {
  special: 'Special',
  emergency: 'Emergency',
  penetration_testing: 'Penetration testing',
  freeze_window: 'Freeze window',
  monolith_deployment: 'Monolith deployment',
  audit: 'Audit',
} as const

/** The flags of the older list and calls (spec 2 §9). */
export const V1_FLAGS: readonly string[] = ['special', 'emergency']
/** Flag of an event during which nothing else should be done in its data centers. */
export const FREEZE_WINDOW = 'freeze_window'

export const LONGEST_EVENT_TITLE = 200
