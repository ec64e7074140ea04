import { z } from 'zod'
import { requires } from '../access.ts'
import {
  AVAILABILITY_LARGEST_PAGE,
  AVAILABILITY_LONGEST_DAYS,
  RESPONSE_TIMES_LONGEST_DAYS,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { optionalPaging, severalNames } from '../wire.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A day in UTC, for example `2026-08-20`. */
const day = z.iso.date().regex(/^(?:19[7-9]|2)/, 'use a day from 1970 to 2999')
const seconds = z.number().int()

/** What all charts can be narrowed by. */
const daysAndDataCenters = {
  start_day: day,
  end_day: day,
  data_centers: severalNames({ maxLength: 100, maxNames: 100 }),
}

/** Refuses days in the wrong order, and more than `longest` of them. */
const withDays = <T extends z.ZodType<{ start_day: string; end_day: string }>>(longest: number, query: T) =>
  query
    .refine(({ start_day, end_day }) => start_day <= end_day, {
      path: ['end_day'],
      message: 'end_day is before start_day',
    })
    .refine(({ start_day, end_day }) => (Date.parse(end_day) - Date.parse(start_day)) / DAY_MS < longest, {
      path: ['start_day'],
      message: `ask for at most ${longest} days`,
    })

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
  query: withDays(
    AVAILABILITY_LONGEST_DAYS,
    z.object({ ...daysAndDataCenters, ...optionalPaging(AVAILABILITY_LARGEST_PAGE) }),
  ),
  answer: z.object({
    start_day: day,
    end_day: day,
    total: z.number().int().describe('Number of cells on all pages.'),
    cells: z.array(availabilityCell).describe('In the order of the status grid, data center by data center.'),
  }),
})

const count = z.number().int()

/** How long something took, of the incidents of which that is known. */
const measured = z.object({
  incidents: count.describe('Of how many incidents it is known.'),
  median: seconds.nullable().describe('Seconds; null if it is known of none.'),
  ninetieth: seconds.nullable().describe('The 90th percentile in seconds; null if it is known of none.'),
})

export const responseTimes = z.object({
  service: z.string().nullable().describe('Null: all services, each incident counted once.'),
  month: z
    .string()
    .nullable()
    .describe('The month in UTC in which the incidents began, such as `2026-08`; null: all of the days.'),
  incidents: count.describe('That began, also those that are open.'),
  acknowledge: measured.describe(
    'From the start until somebody took a role or the first message was written.',
  ),
  first_message: measured.describe('From the start until the first message that was sent to people outside.'),
  resolve: measured.describe('From the start to the end, of those that are over.'),
  promises: z
    .object({
      made: count,
      kept: count.describe('A message, or the end of the incident, came by the promised time.'),
      missed: count.describe('The promised time has passed without either.'),
    })
    .describe('Promised next updates; those that are neither kept nor missed are not due yet.'),
})
export type ResponseTimes = z.infer<typeof responseTimes>

export const getResponseTimes = endpoint({
  method: 'GET',
  path: '/charts/response_times/',
  summary:
    'Time to acknowledge, to the first message and to resolve, and promised updates kept and missed, per service and month, of the incidents that began in a range of days (in UTC, both included)',
  mayTakeTooLong: true,
  access: requires('view_charts'),
  tokenScope: 'read:incidents',
  query: withDays(RESPONSE_TIMES_LONGEST_DAYS, z.object(daysAndDataCenters)),
  answer: z.object({
    start_day: day,
    end_day: day,
    figures: z
      .array(responseTimes)
      .describe(
        'First of all services, then of each in the order of the status grid; months without incidents are left out.',
      ),
  }),
})
