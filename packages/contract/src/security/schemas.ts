import { z } from 'zod'
import { SECURITY_EMAILS_LARGEST_PAGE } from '../constants.ts'
import { readZoned } from '../maintenance/pacific.ts'
import { LARGEST_ID } from '../rules.ts'
import { emailAddress, oneLine, rowId, severalNames, yesNo, zonedTime } from '../wire.ts'

const moment = z.iso.datetime()
const LONGEST_TITLE = 300
const LONGEST_STATUS = 100
const LONGEST_DESCRIPTION = 10_000

const status = z.string().trim().min(1, 'Status is required').max(LONGEST_STATUS)
const description = z.string().trim().min(1, 'Description is required').max(LONGEST_DESCRIPTION)

/**
 * Version of the record that an edit is based on; the edit is refused (409) if the record has changed since.
 */
export const versionField = { version: z.number().int().optional() }

export const securityIncident = z.object({
  sec_id: z.number().int(),
  title: z.string(),
  description: z.string(),
  status: z.string().describe('Free text.'),
  start_date: moment,
  end_date: moment.nullable(),
  version: z.number().int(),
})
export type SecurityIncident = z.infer<typeof securityIncident>

/** A time as the person typed it; the `_utc` field with the same name has this time with an offset. */
const typedTime = z.string().trim().max(60)

export const incidentFields = {
  title: oneLine().min(1, 'Title is required').max(LONGEST_TITLE),
  description,
  status,
  start_date: typedTime.min(1, 'Start date is required'),
  start_date_utc: zonedTime.optional(),
  end_date: typedTime.nullish(),
  end_date_utc: zonedTime.nullish(),
}

type Times = {
  start_date: string
  start_date_utc?: number | undefined
  end_date?: string | null | undefined
  end_date_utc?: number | null | undefined
}

/**
 * Start and end of a security incident in milliseconds since 1970; `undefined` for an invalid time, null for
 * no end.
 */
export function incidentTimes(times: Times): { start: number | undefined; end: number | null | undefined } {
  const hasEnd = Boolean(times.end_date) || typeof times.end_date_utc === 'number'
  return {
    start: times.start_date_utc ?? momentOf(times.start_date),
    end: hasEnd ? (times.end_date_utc ?? momentOf(times.end_date ?? '')) : null,
  }
}

function momentOf(text: string): number | undefined {
  const read = readZoned(text)
  return 'fault' in read ? undefined : read.instant
}

export const commType = z.object({
  id: z.number().int(),
  display_name: z.string(),
  internal_name: z.string(),
})
export type CommType = z.infer<typeof commType>

export const comm = z.object({
  sec_comm_id: z.number().int(),
  sec_id: z.number().int(),
  comm_type: z.number().int(),
  description: z.string(),
  status: z.string().describe('Free text.'),
  created_date: moment,
  is_hidden: yesNo,
  version: z.number().int(),
})
export type Comm = z.infer<typeof comm>

export const commFields = { description, status, comm_type: rowId, is_hidden: yesNo.default('N') }

/** Id of a company in security mails; Aviary need not know the company. */
export const companyNumber = z
  .number({ error: ({ input }) => (input === undefined ? 'Company ID is required' : 'Use a whole number') })
  .int('Use a whole number')
  .min(1, 'Use a whole number above zero')
  .max(LARGEST_ID, 'There is no such company')

/** Company id as a form sends it: a number, or the text that a person typed. */
export const companyId = z.preprocess((value) => {
  const typed = typeof value === 'string' ? value.trim() : (value ?? '')
  if (typed === '') return undefined
  return typeof typed === 'string' ? Number(typed) : typed
}, companyNumber)

/** Several numbers in a query string. */
const numbersText = (number: z.ZodType<number, number>) =>
  severalNames({ maxLength: 12, maxNames: SECURITY_EMAILS_LARGEST_PAGE, name: '[1-9]\\d{0,8}' })
    .transform((numbers) => numbers.map(Number))
    .pipe(z.array(number))

export const companyNumbers = numbersText(companyNumber)
export const emailIds = numbersText(rowId)

/**
 * Staged emails that wait for promotion: their number, how many can reach a security user, and how many are for a
 * company that Aviary does not know.
 */
export const stagedReach = z.object({
  waiting: z.number().int(),
  reachable: z.number().int().describe('Of those, how many are to a company with an active security user.'),
  unknown: z.number().int().describe('Of those, how many are to a company that is not in the catalogue.'),
})
export type StagedReach = z.infer<typeof stagedReach>

/** A recipient of a company's security mails. */
export const securityUser = z.object({
  id: z.number().int(),
  company_id: z.number().int(),
  email: z.string(),
  active: yesNo.describe('Only active ones are mailed.'),
  created_date: moment,
  modified_date: moment.nullable(),
  version: z.number().int(),
})
export type SecurityUser = z.infer<typeof securityUser>

export const userFields = { company_id: companyId, email: emailAddress, active: yesNo.default('Y') }
