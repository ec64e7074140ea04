import { CHANGES_BEFORE_DEFAULT_HOURS, CHANGES_BEFORE_LONGEST_HOURS } from '@aviary/contract/constants'

/** The spans that are offered, in hours. */
export const HOURS = [1, 2, 6, 12, 24, 48, 72, CHANGES_BEFORE_LONGEST_HOURS] as const

/** What an address or a choice says; anything that is not offered is the usual span. */
export const readHours = (text: string): number =>
  HOURS.find((hours) => String(hours) === text) ?? CHANGES_BEFORE_DEFAULT_HOURS
