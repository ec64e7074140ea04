import { z } from 'zod'
import { signedIn } from '../access.ts'
import { CHANGE_ENTITIES_MAX_RESULTS, CHANGES_MAX_EXPORTED } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { severity } from '../status/schemas.ts'
import { priorityType, rowIdText, yesNo } from '../wire.ts'
import { change, changeSearch, entityKind, exportedSearch, pagedSearch, searchParams } from './schemas.ts'

const moment = z.iso.datetime()

export const searchChanges = endpoint({
  method: 'POST',
  path: '/search_changes/',
  summary: 'One page of the changes that fit. 504 when the search would take too long: narrow it then',
  mayTakeTooLong: true,
  access: signedIn,
  tokenScope: 'read:changes',
  body: pagedSearch,
  answer: z.object({
    rows: z.array(change),
    has_next_page: z.boolean(),
    next_cursor: z
      .string()
      .optional()
      .describe(
        'The `cursor` of the next page; not there on the last one, nor for another column to sort by than effective_at.',
      ),
  }),
})

export const exportChanges = endpoint({
  method: 'GET',
  path: '/search_changes/export/',
  summary: `The changes that fit as CSV, in the order asked for, the first ${CHANGES_MAX_EXPORTED} at most. 504 when the search would take too long`,
  mayTakeTooLong: true,
  answerTypes: ['text/csv'],
  access: signedIn,
  query: exportedSearch,
  answer: z.string(),
})

export const changeEntity = z.object({ name: z.string(), display_name: z.string() })
export type ChangeEntity = z.infer<typeof changeEntity>

export const searchChangeEntity = endpoint({
  method: 'POST',
  path: '/search_change_entity/',
  summary: 'Data centers, services or CIs whose name contains the text, the best fit first',
  mayTakeTooLong: true,
  access: signedIn,
  body: z.object({
    entity: entityKind,
    search_text: z.string().trim().min(1, 'type at least 1 character').max(200),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(CHANGE_ENTITIES_MAX_RESULTS)
      .default(CHANGE_ENTITIES_MAX_RESULTS),
  }),
  answer: z.object({ entities: z.array(changeEntity) }),
})

/** An incident as the change timeline and the list of incidents after a change show it. */
export const markedIncident = z.object({
  jira_id: z.string(),
  priority_type: priorityType,
  severity,
  status: z.string(),
  is_internal: yesNo,
  start_date: moment,
  end_date: moment.nullable(),
  details: z.string(),
})
export type MarkedIncident = z.infer<typeof markedIncident>

/**
 * Number of changes per time bucket of the required range, by the time they took effect; empty buckets are
 * left out. Also the incidents that began in the range, only the newest if there are too many.
 */
export const getChangeTimeline = endpoint({
  method: 'POST',
  path: '/search_changes/timeline/',
  summary: 'The changes that fit, counted per bucket of the range, and the incidents that began in it',
  mayTakeTooLong: true,
  access: signedIn,
  tokenScope: 'read:changes',
  body: changeSearch
    .extend({
      search_params: searchParams.meta({ required: ['date_range_start', 'date_range_end'] }),
      buckets: z.coerce.number().int().min(10).max(200).default(60),
    })
    .refine(
      ({ search_params: { date_range_start: start, date_range_end: end } }) =>
        start !== undefined && end !== undefined && start < end,
      {
        path: ['search_params', 'date_range_start'],
        message: 'the picture needs date_range_start and a later date_range_end',
      },
    ),
  answer: z.object({
    bucket_seconds: z.number().int(),
    buckets: z.array(z.object({ start: moment, count: z.number().int() })),
    incidents: z.array(markedIncident),
    has_more_incidents: z.boolean(),
    incident_count: z
      .number()
      .int()
      .describe('How many incidents began in the range, those that are not listed included.'),
  }),
})

export const getChange = endpoint({
  method: 'GET',
  path: '/changes/:change_id',
  summary: 'One change',
  access: signedIn,
  tokenScope: 'read:changes',
  params: z.object({ change_id: rowIdText }),
  answer: z.object({ change }),
})
