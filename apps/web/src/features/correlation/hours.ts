import { CHANGES_BEFORE_DEFAULT_HOURS, CHANGES_BEFORE_LONGEST_HOURS } from '@aviary/contract/constants'

/** Choices for how many hours before or after are searched. */
export const HOURS = [1, 2, 6, 12, 24, 48, 72, CHANGES_BEFORE_LONGEST_HOURS] as const

/** Hours of the URL or the select; anything not offered takes the default. */
export const readHours = (text: string): number =>
  HOURS.find((hours) => String(hours) === text) ?? CHANGES_BEFORE_DEFAULT_HOURS
