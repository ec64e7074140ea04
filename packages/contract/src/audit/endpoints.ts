import { z } from 'zod'
import { requires } from '../access.ts'
import { AUDIT_PAGE } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { inOrder, paging, secondsRange, severalNames } from '../wire.ts'
import { AUDIT_VALUES } from './rules.ts'

const moment = z.iso.datetime()

/** One row of the audit log (spec 3 §3). */
export const auditRecord = z.object({
  pkey: z.number().int(),
  application_name: z.string(),
  user_email: z.string(),
  action_name: z.string(),
  created_date: moment,
  // Unvalidated, so that one unusual row cannot make its whole page unreadable.
  context: z
    .unknown()
    .describe(
      'What the action did, as JSON; null where there is nothing to tell. Of writes on restricted pages that the reader may not open it has ids and counts only, and `is_reduced`.',
    ),
})
export type AuditRecord = z.infer<typeof auditRecord>

const several = severalNames(AUDIT_VALUES)

/**
 * Filters of the audit log. Dates are seconds since 1970, both ends included; an omitted filter matches every
 * row.
 */
const filters = {
  application_name: several,
  user_email: several,
  action_name: several,
  ...secondsRange,
}

const auditFilters = z.object(filters)
export type AuditFilters = z.output<typeof auditFilters>

export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/audit_log',
  summary: 'One page of the action audit log, newest first',
  access: requires('view_aviary_audit'),
  tokenScope: 'read:audit',
  query: inOrder(
    z.object({
      ...filters,
      order_by: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^created_date( (asc|desc))?$/, "use 'created_date desc' or 'created_date asc'")
        .default('created_date desc'),
      ...paging(AUDIT_PAGE, AUDIT_PAGE),
    }),
  ),
  answer: z.object({ audit_log: z.array(auditRecord), more_results: z.boolean() }),
})

export const listAuditOptions = endpoint({
  method: 'GET',
  path: '/v1/audit_log/options',
  summary: 'Who and what the log speaks of: users, actions and applications',
  access: requires('view_aviary_audit'),
  answer: z.object({
    users: z.array(z.string()),
    actions: z.array(z.string()),
    applications: z.array(z.string()),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/v1/audit_log/export',
  summary: 'The filtered log as CSV or JSON Lines, oldest first, streamed',
  answerTypes: ['text/csv', 'application/x-ndjson'],
  access: requires('view_aviary_audit'),
  tokenScope: 'read:audit',
  query: inOrder(z.object({ ...filters, format: z.enum(['csv', 'jsonl']).default('csv') })),
  answer: z.string(),
})

export const getAuditSeal = endpoint({
  method: 'GET',
  path: '/v1/audit_log/seal',
  summary: 'How far the log is sealed, and the hash that all sealed rows end in',
  access: requires('view_aviary_audit'),
  tokenScope: 'read:audit',
  answer: z.object({
    sealed_rows: z.number().int().describe('Of the rows that are still in the log.'),
    waiting_rows: z.number().int(),
    archived_rows: z.number().int(),
    last_seal: z
      .number()
      .int()
      .nullable()
      .describe('The number of the last seal; archives are counted in it.'),
    last_hash: z.string().nullable(),
    sealed_date: moment.nullable().describe('When the row of the last seal was written.'),
  }),
})
