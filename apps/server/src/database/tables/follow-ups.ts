import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, version } from './columns.ts'
import { incidents } from './incidents.ts'

/** What remains to be done after an incident. */
export const followUps = pgTable(
  'follow_ups',
  {
    followUpId: integer('follow_up_id').primaryKey().generatedAlwaysAsIdentity(),
    incidentId: integer('incident_id')
      .notNull()
      .references(() => incidents.incidentId, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Address of an account. */
    owner: text('owner'),
    /** A day in UTC. */
    dueDate: date('due_date', { mode: 'string' }),
    state: text('state').$type<'OPEN' | 'DONE' | 'DROPPED'>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    closedAt: moment('closed_at'),
    /** Who last changed the state, and when; null: nobody yet. */
    stateBy: text('state_by'),
    stateAt: moment('state_at'),
    /** Due date of which the owner was reminded last. */
    remindedOf: date('reminded_of', { mode: 'string' }),
    version: version(),
  },
  (table) => [
    index('follow_ups_incident').on(table.incidentId),
    index('follow_ups_list').on(table.state, table.dueDate),
  ],
)

/** What the tracker was told of a follow-up, and when it is told the rest. */
export const followUpIssues = pgTable('follow_up_issues', {
  /** No reference: the row outlives a follow-up that is deleted, until its issue says so. */
  followUpId: integer('follow_up_id').primaryKey(),
  /** Finds the issue again if nobody knows whether it was created; unlike the id it is never used twice. */
  label: text('label').notNull(),
  /** Null: not created, or its answer was lost. */
  issueKey: text('issue_key').unique(),
  /** Title and due date that the issue has; without a title neither is known. */
  title: text('title'),
  dueDate: date('due_date', { mode: 'string' }),
  state: text('state').$type<'OPEN' | 'DONE' | 'DROPPED'>().notNull().default('OPEN'),
  /** Whether the tracker has the issue as done. */
  isDone: boolean('is_done').notNull().default(false),
  /** Time of the newest event about the issue that was taken in. */
  heardAt: moment('heard_at'),
  /** No process tells the tracker before; null: at once when there is something to tell. */
  notBefore: moment('not_before'),
  failingSince: moment('failing_since'),
  tries: integer('tries').notNull().default(0),
  /** Why the tracker takes nothing, as shown. */
  fault: text('fault'),
  deletedBy: text('deleted_by'),
})
