import { z } from 'zod'
import {
  CHANGES_LARGEST_PAGE,
  CHANGES_MAX_NAMES,
  CHANGES_PAGE,
  KEYWORD_MAX_CHARACTERS,
} from '../constants.ts'
import { onlyWith } from '../only-with.ts'
import { severalNames } from '../wire.ts'
import { CHANGE_TYPES, ENTITY_KINDS, SEARCH_TYPE_ALIASES, SEARCH_TYPES, SORT_COLUMNS } from './rules.ts'

const moment = z.iso.datetime()

export const changeType = z.enum(CHANGE_TYPES)
export const entityKind = z.enum(ENTITY_KINDS)

/**
 * One change record (spec 2 §3). `effective_at` is the actual start, else the planned start, else the
 * submission, else the time when the source first reported the change.
 */
export const change = z.object({
  id: z.number().int(),
  ticket_id: z.string().nullable(),
  summary: z.string(),
  description: z.string(),
  status: z.string().nullable(),
  change_type: changeType,
  catalog_type: z.string().nullable(),
  planned_start: moment.nullable(),
  planned_end: moment.nullable(),
  actual_start: moment.nullable(),
  actual_end: moment.nullable(),
  submitted_by: onlyWith('read:people', z.string().nullable()),
  submitted_on: moment.nullable(),
  effective_at: moment,
  data_centers: z.array(z.string()),
  services: z.array(z.string()),
  cis: z.array(z.string()),
  master_approval_entity_id: z.string().nullable(),
  company_id: onlyWith('read:companies', z.string().nullable()),
  github_owner: z.string().nullable(),
  github_repo: z.string().nullable(),
  github_sha: z.string().nullable(),
  github_tag: z.string().nullable(),
})
export type Change = z.infer<typeof change>

const SEARCH_TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?$/

/** Time in UTC as `YYYY-MM-DD HH:mm:ss` or ISO 8601 (spec 2 §5), converted to milliseconds since 1970. */
export const searchTime = z
  .string()
  .max(40)
  .meta({
    pattern:
      '^(19[7-9]\\d|2\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?Z?$',
  })
  .transform((text, context) => {
    const match = SEARCH_TIME.exec(text.trim())
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
      .slice(1)
      .map((part) => Number(part ?? 0))
    const time = Date.UTC(year, month - 1, day, hour, minute, second)
    const isReal =
      match &&
      new Date(time).toISOString().startsWith(text.trim().slice(0, 16).replace(' ', 'T')) &&
      second < 60
    if (isReal && year >= 1970 && year < 3000) return time
    context.addIssue({ code: 'custom', message: 'use a time in UTC such as 2026-08-20 14:43:00' })
    return z.NEVER
  })

/** Treats null and empty as absent, because older clients send them. */
const dropped = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())

const LONGEST_NAME = 200

const names = z.preprocess(
  (value) => (value === null ? [] : value),
  z.array(z.string().trim().min(1).max(LONGEST_NAME)).max(CHANGES_MAX_NAMES).default([]),
)

export const searchType = z.preprocess(
  (value) => (typeof value === 'string' ? (SEARCH_TYPE_ALIASES[value] ?? value) : value),
  z.enum(SEARCH_TYPES).default('any'),
)

const keywordAndTime = {
  keyword: z
    .preprocess(
      (value) => value ?? '',
      z
        .string()
        .trim()
        .max(KEYWORD_MAX_CHARACTERS, `is longer than ${KEYWORD_MAX_CHARACTERS} characters: shorten it`),
    )
    .default(''),
  search_type: searchType,
  date_range_start: dropped(searchTime),
  date_range_end: dropped(searchTime),
}

type TimeRange = { date_range_start?: number | undefined; date_range_end?: number | undefined }
const isInOrder = ({ date_range_start: start, date_range_end: end }: TimeRange) =>
  start === undefined || end === undefined || start <= end
const OUT_OF_ORDER = { path: ['date_range_end'], message: 'is before date_range_start' }

/**
 * A change must match at least one name of each list that is not empty. The keyword is literal and
 * case-insensitive.
 */
export const searchParams = z
  .object({ data_centers: names, services: names, cis: names, ...keywordAndTime })
  .refine(isInOrder, OUT_OF_ORDER)
export type SearchParams = z.output<typeof searchParams>

/** Criteria of a search, the same for the list of results and for the timeline above the list. */
export const changeSearch = z.object({
  search_params: searchParams,
  change_type: changeType.default('manual'),
})

const sorting = {
  sort_by: z.enum(SORT_COLUMNS).default('effective_at'),
  sort_direction: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(['ASC', 'DESC']))
    .default('DESC'),
}

export const pagedSearch = changeSearch.extend({
  ...sorting,
  results_per_page: z.coerce.number().int().min(1).max(CHANGES_LARGEST_PAGE).default(CHANGES_PAGE),
  page_number: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /**
   * End of the previous page, as that page's answer gave it: results start right after it, whatever
   * `page_number` says. Deep pages then cost no more than the first, and new records shift no results.
   * Ignored unless sorted by `effective_at`.
   */
  cursor: dropped(z.string().max(100)),
})
export type PagedSearch = z.output<typeof pagedSearch>

const nameList = severalNames({ maxLength: LONGEST_NAME, maxNames: CHANGES_MAX_NAMES })

/** Search criteria as query parameters, for the export. */
export const exportedSearch = z
  .object({
    data_centers: nameList,
    services: nameList,
    cis: nameList,
    ...keywordAndTime,
    change_type: changeType.default('manual'),
    ...sorting,
  })
  .refine(isInOrder, OUT_OF_ORDER)
