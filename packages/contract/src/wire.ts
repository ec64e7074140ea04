import { z } from 'zod'
import { EMAIL, LONGEST_EMAIL } from './email.ts'
import { readZoned } from './maintenance/pacific.ts'
import { LARGEST_ID, type NameLimits, PRIORITY_TYPES, splitNames, trimNames, YES_NO } from './rules.ts'
import { isTimeZone } from './time-zone.ts'

/** `Y`/`N` on the wire; booleans in the code. */
export const yesNo = z.enum(YES_NO)

const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(3000, 0, 1)

/**
 * ISO 8601 with a zone, for example `2026-08-20T14:43:00.000Z`, in years that both PostgreSQL and JavaScript
 * support.
 */
export const instant = z.iso
  // `abort` stops at the first fault, so an invalid time is not also reported for its year and offset.
  .datetime({ offset: true, abort: true, error: 'use a time such as 2026-08-20T14:43:00Z' })
  .regex(/^(?:19[7-9]|2)/, { abort: true, error: 'use a time from 1970 to 2999' })
  // PostgreSQL accepts no larger offset, and no real time zone has one.
  .regex(/(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/, { abort: true, error: 'use an offset of less than 16 hours' })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST, 'use a time from 1970 to 2999')
  .describe('A time with its offset from UTC, such as 2026-08-20T14:43:00Z.')

export const priorityType = z.enum(PRIORITY_TYPES)

/** Offset paging of the specification: sizes above `largest` are refused, not reduced. */
export function paging(largest: number, usual: number) {
  return {
    start_at: z.coerce
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe('How many to leave out at the beginning.'),
    response_size: z.coerce.number().int().min(1).max(largest).default(usual).describe('How many at most.'),
  }
}

/** Like `paging`, for a call that answers all when no size is given, as its older callers expect. */
export function optionalPaging(largest: number) {
  const { start_at } = paging(largest, largest)
  const response_size = z.coerce
    .number()
    .int()
    .min(1)
    .max(largest)
    .optional()
    .describe('How many at most; all when not given.')
  return { start_at, response_size }
}

/** Direction of sorting, in either case. */
export const sortDirection = z
  .string()
  .meta({ enum: ['ASC', 'DESC', 'asc', 'desc'] })
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']))

const LATEST_SECOND = 32_503_680_000
const seconds = z.coerce.number().int().min(0).max(LATEST_SECOND).optional()

/** A range of time of a list, in seconds since 1970; both ends are optional and included. */
export const secondsRange = { start_date: seconds, end_date: seconds }
type SecondsRange = { start_date?: number | undefined; end_date?: number | undefined }

/** Refuses a range whose end is before its start. */
export const inOrder = <T extends z.ZodType<SecondsRange>>(schema: T) =>
  schema.refine(
    ({ start_date, end_date }) =>
      start_date === undefined || end_date === undefined || start_date <= end_date,
    { path: ['end_date'], message: 'is before start_date' },
  )

/** RFC 9457 problem details, the shape of every refusal of the API. A toast shows `detail` as the reason. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The current record, if an edit was refused because somebody else had saved first. */
  current: z.unknown().optional(),
  request_id: z.string(),
})
export type Problem = z.infer<typeof problem>

/** Id of a database row. */
export const rowId = z.number().int().min(1).max(LARGEST_ID)
/** Id of a database row as text, for URLs. */
export const rowIdText = z.coerce.number().int().min(1).max(LARGEST_ID)

/** A system key or name from the reference data; the server checks that it exists. */
export const systemKey = z.string().trim().min(1).max(100)

/** Line ends and other control characters become spaces: in a subject they would start further headers. */
export const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A title, subject or name: forced onto one line. */
export const oneLine = () => z.string().overwrite(toOneLine)

/** A time with its offset, `-0700`, `-07:00` or `Z`, from 1970 to 2999; read as milliseconds since 1970. */
export const zonedTime = z
  .string()
  .max(40)
  .meta({
    description: 'A time with its offset, such as 2026-08-20T07:43-0700.',
    format: 'date-time',
    pattern:
      '^(19[7-9]\\d|2\\d{3})-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?(Z|[+-](0\\d|1\\d|2[0-3]):?[0-5]\\d)$',
  })
  .transform((text, context) => {
    const read = readZoned(text.trim())
    if ('fault' in read) {
      context.addIssue({ code: 'custom', message: read.fault })
      return z.NEVER
    }
    if (read.instant >= EARLIEST && read.instant < LATEST) return read.instant
    context.addIssue({ code: 'custom', message: 'use a time from 1970 to 2999' })
    return z.NEVER
  })

/** `name`: regular expression of one name. */
type Several = NameLimits & { name?: string }

/** Several values in a query string: one comma-separated parameter, or the parameter repeated. */
export const severalNames = ({ maxLength, maxNames, name = `[^,]{0,${maxLength}}` }: Several) =>
  z
    .union([
      z.string().meta({ pattern: `^(${name})?(,(${name})?){0,${maxNames - 1}}$` }),
      z.array(z.string().meta({ pattern: `^(${name})?$` })).meta({ maxItems: maxNames }),
    ])
    .optional()
    .transform((value) => (typeof value === 'string' ? splitNames(value) : (value ?? [])))
    .transform(trimNames)
    .pipe(z.array(z.string().max(maxLength)).max(maxNames))

/** An e-mail address, also in other scripts. */
export const emailAddress = z
  .email({ pattern: EMAIL, error: ({ input }) => (input === undefined ? undefined : 'Invalid Email') })
  .max(LONGEST_EMAIL, 'Invalid Email')

/** Name of a zone of the IANA database. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'use a time zone of the IANA database, such as Europe/Berlin')
