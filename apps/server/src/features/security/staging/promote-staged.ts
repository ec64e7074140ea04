import type * as endpoints from '@aviary/contract/security/staging-endpoints'
import type { Call } from '../../../http/call.ts'
import { Conflict, NotFound } from '../../../http/errors.ts'
import { lockImport } from '../imports/queries.ts'
import type { LockedStaged, Selection } from './queries.ts'
import * as queries from './queries.ts'

const MAX_REPORTED = 10

/** Promotes all selected emails or none. Skips those promoted before, so a repeated call creates nothing twice. */
export async function promoteStaged(call: Call<typeof endpoints.promoteStagedEmails>) {
  const { db, body, now } = call
  const selection: Selection =
    body.ids === undefined ? { importId: body.import_id ?? 0 } : { ids: [...new Set(body.ids)] }
  if ('importId' in selection && !(await lockImport(db, selection.importId, 'key share')))
    throw new NotFound(`There is no import ${selection.importId}; it may have been deleted`)
  const locked = await queries.lockForPromotion(db, selection)
  if ('ids' in selection) refuseUnknown(selection.ids, locked)
  const emailIds = await queries.promote(db, selection, { createdBy: call.caller, now })
  const results = locked.map(({ stagingId, emailId }) => ({
    pkey: stagingId,
    email_id: emailId ?? requireEmail(emailIds, stagingId),
  }))
  call.audit({
    import_ids: [...new Set(locked.map(({ importId }) => importId))],
    promoted: emailIds.size,
    emails: toRuns(emailIds),
  })
  if (emailIds.size > 0) call.changed('security')
  return { promoted: emailIds.size, staging_emails: results }
}

function refuseUnknown(ids: readonly number[], locked: readonly LockedStaged[]): void {
  const known = new Set(locked.map(({ stagingId }) => stagingId))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const listed = unknown.slice(0, MAX_REPORTED).join(', ')
  const more = unknown.length > MAX_REPORTED ? ` and ${unknown.length - MAX_REPORTED} more` : ''
  throw new Conflict(
    `There is no staged email ${listed}${more}; it may have been deleted. Nothing was promoted`,
    { ids: [...known] },
  )
}

function requireEmail(emailIds: ReadonlyMap<number, number>, stagingId: number): number {
  const emailId = emailIds.get(stagingId)
  if (emailId === undefined) throw new Error('A staged email was not promoted although it was locked')
  return emailId
}

type Run = { staging_id: number; email_id: number; count: number }

/**
 * Groups staged ids and their email ids into runs of consecutive ids, so that 50,000 take a line or two in
 * the audit log.
 */
function toRuns(emailIds: ReadonlyMap<number, number>): Run[] {
  const runs: Run[] = []
  for (const [stagingId, emailId] of [...emailIds].toSorted(([a], [b]) => a - b)) {
    const lastRun = runs.at(-1)
    const continuesRun =
      lastRun &&
      lastRun.staging_id + lastRun.count === stagingId &&
      lastRun.email_id + lastRun.count === emailId
    if (continuesRun) lastRun.count += 1
    else runs.push({ staging_id: stagingId, email_id: emailId, count: 1 })
  }
  return runs
}
