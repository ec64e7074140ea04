import type { Db } from '../../database/open.ts'
import { requireFound } from '../../http/edits.ts'
import * as queries from './queries.ts'

/** Locks a follow-up until the transaction ends. The incident first, as all writes about incidents lock it. */
export async function lockWithIncident(db: Db, followUpId: number) {
  const what = `follow-up ${followUpId}`
  // Once more if the incident was merged into another one while this waited for it.
  const incident = requireFound(
    (await queries.lockIncidentOf(db, followUpId)) ?? (await queries.lockIncidentOf(db, followUpId)),
    what,
  )
  return { incident, row: requireFound(await queries.lockFollowUp(db, followUpId), what) }
}
