import type { Db } from '../../database/open.ts'
import { DAY_MS } from './limits.ts'
import { deleteRequestsBefore } from './queries.ts'

/** Deletes requests whose link has ended and whose mails count no longer. */
export const deleteOldRequests = (db: Db, now: Date) =>
  deleteRequestsBefore(db, new Date(now.getTime() - DAY_MS))
