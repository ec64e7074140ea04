import type { ReviewAnswer } from '@aviary/contract/post-mortems/rules'
import type { PostMortemFacts, PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { incidents } from './incidents.ts'

/** What an incident was, written afterwards; its texts are in its versions. */
export const postMortems = pgTable('post_mortems', {
  postMortemId: integer('post_mortem_id').primaryKey().generatedAlwaysAsIdentity(),
  incidentId: integer('incident_id')
    .notNull()
    .unique()
    .references(() => incidents.incidentId, { onDelete: 'cascade' }),
  /** The newest version. */
  version: integer('version').notNull(),
  /** Keys of the entries of the story that were offered as lines, so that removed lines do not come back. */
  knownEntries: text('known_entries').array().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
})

const postMortemId = () =>
  integer('post_mortem_id')
    .notNull()
    .references(() => postMortems.postMortemId, { onDelete: 'cascade' })

export const postMortemVersions = pgTable(
  'post_mortem_versions',
  {
    postMortemId: postMortemId(),
    version: integer('version').notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: moment('saved_at').notNull(),
    note: text('note').notNull(),
    summary: text('summary').notNull(),
    impact: text('impact').notNull(),
    rootCause: text('root_cause').notNull(),
    solution: text('solution').notNull(),
    correctiveMeasures: text('corrective_measures').notNull(),
    lessons: text('lessons').notNull(),
    timeline: jsonb('timeline').$type<PostMortemLine[]>().notNull(),
    /** As they were when they were taken, which may be for an earlier version. */
    facts: jsonb('facts').$type<PostMortemFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postMortemId, table.version] })],
)

/** Who is asked to review a post-mortem, and their latest answer. */
export const postMortemReviews = pgTable(
  'post_mortem_reviews',
  {
    postMortemId: postMortemId(),
    /** Address of an account. */
    reviewer: text('reviewer').notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    answer: text('answer').$type<ReviewAnswer>(),
    /** The version that the answer is about. */
    version: integer('version'),
    note: text('note').notNull(),
    answeredAt: moment('answered_at'),
  },
  (table) => [primaryKey({ columns: [table.postMortemId, table.reviewer] })],
)
