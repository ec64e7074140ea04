import { z } from 'zod'
import { CHANGE_DESCRIPTION_MAX_CHARACTERS, CHANGES_MAX_NAMES } from '../constants.ts'
import { instant, systemKey } from '../wire.ts'
import { CHANGE_TYPES } from './rules.ts'

const text = (longest: number) => z.string().trim().max(longest)
const optional = (longest: number) => text(longest).nullish()

/**
 * One change: a line of a file for `npx aviary import changes`, or an element of `records` in the ingestion API.
 * Natural key: `source` and `key`; `key` defaults to the ticket's id.
 */
export const changeRecord = z
  .object({
    source: text(100)
      .min(1)
      .default('import')
      .describe('Where the change is known; names it together with `key`.'),
    key: text(300)
      .min(1)
      .optional()
      .describe('Names the change within its source; `ticket_id` when left out.'),
    change_type: z.enum(CHANGE_TYPES),
    ticket_id: optional(100),
    summary: text(1_000).min(1),
    description: text(CHANGE_DESCRIPTION_MAX_CHARACTERS).default(''),
    status: optional(100),
    catalog_type: optional(200),
    planned_start: instant.nullish(),
    planned_end: instant.nullish(),
    actual_start: instant.nullish(),
    actual_end: instant.nullish(),
    submitted_by: optional(320),
    submitted_on: instant.nullish(),
    created_on: instant
      .nullish()
      .describe('When its source first told of it: it counts where no other time is known.'),
    data_centers: z
      .array(systemKey)
      .max(CHANGES_MAX_NAMES)
      .default([])
      .describe('System names, as `/api/data_centers` lists them.'),
    services: z
      .array(systemKey)
      .max(CHANGES_MAX_NAMES)
      .default([])
      .describe('System names, as `/api/services` lists them.'),
    cis: z
      .array(text(200).min(1))
      .max(CHANGES_MAX_NAMES)
      .default([])
      .describe('Configuration items it touches; free names.'),
    master_approval_entity_id: optional(100),
    company_id: z.union([text(100), z.number().int()]).nullish(),
    github_owner: optional(100),
    github_repo: optional(200),
    github_sha: optional(64),
    github_tag: optional(300),
  })
  .refine((record) => record.key || record.ticket_id, {
    path: ['key'],
    message: 'say key or ticket_id: one of them names the change',
  })
  .meta({
    anyOf: [
      { required: ['key'] },
      {
        required: ['ticket_id'],
        properties: { ticket_id: { type: 'string', maxLength: 100, pattern: '\\S' } },
      },
    ],
  })
  .refine((record) => isInOrder(record.planned_start, record.planned_end), {
    path: ['planned_end'],
    message: 'planned_end is before planned_start',
  })
  .refine((record) => isInOrder(record.actual_start, record.actual_end), {
    path: ['actual_end'],
    message: 'actual_end is before actual_start',
  })
export type ChangeRecord = z.output<typeof changeRecord>

const isInOrder = (start: string | null | undefined, end: string | null | undefined): boolean =>
  !start || !end || Date.parse(start) <= Date.parse(end)
