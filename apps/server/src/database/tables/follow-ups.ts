import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
    /** Due date of which the owner was reminded last. */
    remindedOf: date('reminded_of', { mode: 'string' }),
    version: version(),
  },
  (table) => [
    index('follow_ups_incident').on(table.incidentId),
    index('follow_ups_list').on(table.state, table.dueDate),
  ],
)
