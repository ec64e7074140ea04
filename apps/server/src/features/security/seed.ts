import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

// [id, display name, system name]. The specification names no types; these are the usual ones, in list order.
const COMM_TYPES: [number, string, string][] = [
  [1, 'Initial Notification', 'initial_notification'],
  [2, 'Update', 'update'],
  [3, 'Resolution', 'resolution'],
  [4, 'Root Cause Analysis', 'root_cause_analysis'],
]

/** Creates the first comm types. A list that has rows is left alone, because it may have been edited. */
export const seedSecurity = (db: Db) =>
  queries.createCommTypes(
    db,
    COMM_TYPES.map(([id, displayName, internalName], position) => ({
      ...{ id, displayName, internalName },
      position,
    })),
  )
