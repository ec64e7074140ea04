import { z } from 'zod'
import { requires } from '../access.ts'
import { AVAILABILITY_LONGEST_DAYS } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { severalNames } from '../wire.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A day in UTC, for example `2026-08-20`. */
const day = z.iso.date().regex(/^(?:19[7-9]|2)/, 'use a day from 1970 to 2999')
const seconds = z.number().int()

/** Seconds per severity of a cell; severities that did not occur are omitted, and normal is the rest of `known`. */
const spent = {
  known: seconds.describe('In which anything was known of the cell; what is not yet past is not known.'),
  partial_performance: seconds.optional(),
  performance: seconds.optional(),
  partial_outage: seconds.optional(),
  outage: seconds.optional(),
}

export const availabilityCell = z.object({
  service: z.string(),
  data_center: z.string(),
  ...spent,
  /** Percent, computed by `availabilityOf`; null if nothing is known. */
  availability: z.number().nullable(),
  days: z
    .array(z.object({ day, ...spent }))
    .describe('The days that were not known from end to end as normal, the oldest first.'),
})
export type AvailabilityCell = z.infer<typeof availabilityCell>

export const getAvailability = endpoint({
  method: 'GET',
  path: '/charts/availability/',
  summary:
    'How available each service was in each data center, per day of a range (days in UTC, both included)',
  access: requires('view_charts'),
  tokenScope: 'read:status',
  query: z
    .object({
      start_day: day,
      end_day: day,
      data_centers: severalNames({ maxLength: 100, maxNames: 100 }),
    })
    .refine(({ start_day, end_day }) => start_day <= end_day, {
      path: ['end_day'],
      message: 'end_day is before start_day',
    })
    .refine(
      ({ start_day, end_day }) =>
        (Date.parse(end_day) - Date.parse(start_day)) / DAY_MS < AVAILABILITY_LONGEST_DAYS,
      { path: ['start_day'], message: `ask for at most ${AVAILABILITY_LONGEST_DAYS} days` },
    ),
  answer: z.object({ start_day: day, end_day: day, cells: z.array(availabilityCell) }),
})
