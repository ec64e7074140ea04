import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowNumber } from './columns.ts'
import { incidents } from './incidents.ts'
import { incidentRoles } from './reference.ts'

/**
 * Who took, got or gave up a role on an incident. Of each role the row with the highest number says who has it now.
 */
export const incidentRoleChanges = pgTable(
  'incident_role_changes',
  {
    changeId: rowNumber('change_id').primaryKey().generatedAlwaysAsIdentity(),
    incidentId: integer('incident_id')
      .notNull()
      .references(() => incidents.incidentId, { onDelete: 'cascade' }),
    role: text('role')
      .notNull()
      .references(() => incidentRoles.systemName),
    /** Addresses of accounts; null: nobody had the role, or has it now. */
    prevHolder: text('prev_holder'),
    holder: text('holder'),
    note: text('note').notNull().default(''),
    changedBy: text('changed_by').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    index('incident_role_changes_newest').on(table.incidentId, table.role, table.changeId),
    index('incident_role_changes_role').on(table.role),
  ],
)
