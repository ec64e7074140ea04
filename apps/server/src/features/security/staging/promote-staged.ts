import type * as endpoints from '@aviary/contract/security/staging-endpoints'
import type { Call } from '../../../http/call.ts'
import { Conflict, NotFound } from '../../../http/errors.ts'
import { lockImport } from '../imports/queries.ts'
import type { Chosen, LockedStaged } from './queries.ts'
import * as queries from './queries.ts'

const MAX_REPORTED = 10

/** All of them or none; what was promoted before stays the email that it is, so asking again makes nothing twice. */
export async function promoteAll(call: Call<typeof endpoints.promoteStagedEmails>) {
  const { db, body, now } = call
  const chosen: Chosen =
    body.ids === undefined ? { importId: body.import_id ?? 0 } : { ids: [...new Set(body.ids)] }
  if ('importId' in chosen && !(await lockImport(db, chosen.importId, 'key share')))
    throw new NotFound(`There is no import ${chosen.importId}; it may have been deleted`)
  const locked = await queries.lockForPromotion(db, chosen)
  if ('ids' in chosen) refuseUnknown(chosen.ids, locked)
  const made = await queries.promote(db, chosen, { by: call.caller, now })
  const all = locked.map(({ stagingId, emailId }) => ({
    pkey: stagingId,
    email_id: emailId ?? requireEmail(made, stagingId),
  }))
  call.audit({
    import_ids: [...new Set(locked.map(({ importId }) => importId))],
    promoted: made.size,
    emails: runsOf(made),
  })
  if (made.size > 0) call.changed('security')
  return { promoted: made.size, staging_emails: all }
}

function refuseUnknown(ids: readonly number[], locked: readonly LockedStaged[]): void {
  const known = new Set(locked.map(({ stagingId }) => stagingId))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const told = unknown.slice(0, MAX_REPORTED).join(', ')
  const more = unknown.length > MAX_REPORTED ? ` and ${unknown.length - MAX_REPORTED} more` : ''
  throw new Conflict(
    `There is no staged email ${told}${more}; it may have been deleted. Nothing was promoted`,
    { ids: [...known] },
  )
}

function requireEmail(made: ReadonlyMap<number, number>, stagingId: number): number {
  const emailId = made.get(stagingId)
  if (emailId === undefined) throw new Error('A staged email was not promoted although it was locked')
  return emailId
}

type Run = { staging_id: number; email_id: number; count: number }

/** Which became which, as runs of ids that follow each other: fifty thousand of them are a line or two. */
function runsOf(made: ReadonlyMap<number, number>): Run[] {
  const runs: Run[] = []
  for (const [stagingId, emailId] of [...made].toSorted(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    const goesOn =
      last && last.staging_id + last.count === stagingId && last.email_id + last.count === emailId
    if (goesOn) last.count += 1
    else runs.push({ staging_id: stagingId, email_id: emailId, count: 1 })
  }
  return runs
}
