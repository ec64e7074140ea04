import { z } from 'zod'
import { KIND_NAMES, KINDS, type KindName, type RetentionDays } from './features/retention/public.ts'

type Setting = (typeof KINDS)[KindName]['setting']

const DAYS = 'use a whole number of days'

const days = (least: number) =>
  z.coerce
    .number(DAYS)
    .int(DAYS)
    .min(least, least === 1 ? 'use at least 1 day' : `use at least ${least} days`)
    .max(36_500, 'use at most 36500 days')
    .optional()

/** One variable for each kind of rows that gets old. */
export const retention = Object.fromEntries(
  KIND_NAMES.map((kind) => [KINDS[kind].setting, days(KINDS[kind].leastDays)]),
) as Record<Setting, ReturnType<typeof days>>

export const readRetention = (settings: Partial<Record<Setting, number | undefined>>): RetentionDays =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const { setting, defaultDays } = KINDS[kind]
      return [kind, settings[setting] ?? defaultDays]
    }),
  ) as RetentionDays
