import { z } from 'zod'
import { severity } from '../status/schemas.ts'
import { instant, oneLine, priorityType } from '../wire.ts'
import {
  LONGEST_LINE,
  LONGEST_POST_MORTEM_TEXT,
  MOST_LINES,
  POST_MORTEM_STATES,
  POST_MORTEM_TEXTS,
  REVIEW_ANSWERS,
} from './rules.ts'

const moment = z.iso.datetime()

const names = z.array(z.string())
const shared = z.object({ cis: names, services: names, data_centers: names })

/** What the server knows of an incident when a version is saved. */
export const postMortemFacts = z.object({
  taken_date: moment.describe('When these facts were taken.'),
  priority_type: priorityType,
  severity,
  status: z.string(),
  start_date: moment,
  end_date: moment
    .nullable()
    .describe('Null while the incident was open, and of one that is over without an end.'),
  is_over: z.boolean(),
  services: names,
  data_centers: names,
  companies: z.number().int().describe('Companies affected.'),
  users: z.number().int().nullable().describe('Users affected, if the source said so.'),
  promises: z
    .object({ kept: z.number().int(), missed: z.number().int() })
    .describe('Promises of a next update that were due.'),
  changes_before: z
    .array(
      z.object({
        kind: z.enum(['change', 'maintenance']),
        id: z.number().int(),
        title: z.string(),
        at: moment.describe('When it took effect.'),
        seconds_before: z.number().int().describe('From then to the start of the incident.'),
        is_under_way: z.boolean().describe('It was still going on when the incident began.'),
        shared: shared.describe('What it shares with the incident.'),
      }),
    )
    .nullable()
    .describe('What changed before, the nearest first; null if the search took too long.'),
  told: z
    .array(
      z.object({
        broadcast_id: z.number().int(),
        at: moment,
        subject: z.string(),
        audience: z.enum(['INTERNAL', 'EXTERNAL']),
        recipients: z.number().int().describe('People mailed, or still to be mailed.'),
        channels: z.number().int().describe('Channels told of the same.'),
      }),
    )
    .describe('Who was told when: the newest broadcasts, the oldest of them first.'),
})
export type PostMortemFacts = z.infer<typeof postMortemFacts>

const entry = z.string().min(1).max(400)

/** A line of the timeline; `entry` names the entry of the story that it was made from. */
const line = z.object({
  at: moment,
  text: z.string(),
  entry: z.string().nullable().describe('Key of the story’s entry that it was made from; null if typed.'),
})
export type PostMortemLine = z.infer<typeof line>

export const postMortemReview = z.object({
  reviewer: z.string().describe('Address of the account that is asked.'),
  asked_by: z.string(),
  asked_date: moment,
  answer: z.enum(REVIEW_ANSWERS).nullable().describe('Null until the reviewer answers.'),
  version: z.number().int().nullable().describe('The version that the answer is about.'),
  note: z.string(),
  answered_date: moment.nullable(),
})
export type PostMortemReview = z.infer<typeof postMortemReview>

const each = <T>(field: T) =>
  Object.fromEntries(POST_MORTEM_TEXTS.map((name) => [name, field])) as Record<
    (typeof POST_MORTEM_TEXTS)[number],
    T
  >

/** A version of a post-mortem, and the reviews of the post-mortem. */
export const postMortem = z.object({
  jira_id: z.string(),
  version: z.number().int().describe('The version that this is.'),
  newest_version: z.number().int(),
  state: z.enum(POST_MORTEM_STATES),
  created_by: z.string(),
  created_date: moment,
  saved_by: z.string(),
  saved_date: moment,
  note: z.string().describe('What its author says of this version.'),
  ...each(z.string()),
  timeline: z.array(line),
  facts: postMortemFacts,
  reviews: z.array(postMortemReview),
})
export type PostMortem = z.infer<typeof postMortem>

export const postMortemVersion = z.object({
  version: z.number().int(),
  saved_by: z.string(),
  saved_date: moment,
  note: z.string(),
})
export type PostMortemVersion = z.infer<typeof postMortemVersion>

/** What people write of a post-mortem. */
export const postMortemFields = {
  ...each(z.string().trim().max(LONGEST_POST_MORTEM_TEXT).describe('Plain text.')),
  timeline: z
    .array(
      z.object({
        at: instant,
        text: oneLine().min(1).max(LONGEST_LINE),
        entry: entry.nullable().default(null),
      }),
    )
    .max(MOST_LINES)
    .describe('The lines in any order; they are kept by time.'),
}

export const newEntries = z
  .array(entry)
  .max(MOST_LINES)
  .optional()
  .describe(
    'With new facts: the keys of the new entries that the author has seen. Those without a line do not come back.',
  )

/** What an incident says of its post-mortem. */
export const postMortemOfIncident = z
  .object({ state: z.enum(POST_MORTEM_STATES), version: z.number().int() })
  .describe('How far its post-mortem is.')
