import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Db } from '../../database/open.ts'
import type { Sees } from '../../http/withhold.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'

type Row = { isInternal: boolean }

/** Whether the caller sees this event or incident: internal ones are not for everybody. */
const isVisible = ({ isInternal }: Row, sees: Sees): boolean => !isInternal || sees('read:internal')

export const selectVisible = <R extends Row>(rows: readonly R[], sees: Sees): R[] =>
  rows.filter((row) => isVisible(row, sees))

/** Finds an event by id like `find`; an internal one does not exist for a caller who sees nothing internal. */
export const findVisible =
  (sees: Sees, find: (db: Db, eventId: number) => Promise<EventRow | undefined> = queries.lockEvent) =>
  async (db: Db, eventId: number): Promise<EventRow | undefined> => {
    const event = await find(db, eventId)
    return event && isVisible(event, sees) ? event : undefined
  }

/** Returns a function that leaves out internal notifications of an event, if the caller sees nothing internal. */
export const withoutInternalFor =
  (sees: Sees) =>
  (event: MaintenanceEvent): MaintenanceEvent =>
    sees('read:internal')
      ? event
      : { ...event, notifications: event.notifications.filter(({ is_internal }) => is_internal === 'N') }
