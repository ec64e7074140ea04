import type * as endpoints from '@aviary/contract/security/endpoints'
import { incidentTimes } from '@aviary/contract/security/schemas'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { presentIncident } from './present.ts'
import * as queries from './queries.ts'

export async function createIncident(call: Call<typeof endpoints.createSecurityIncident>) {
  const { title, description, status } = call.body
  const times = validateTimes(call.body)
  const row = await queries.createIncident(call.db, {
    title,
    description,
    status,
    ...times,
    createdAt: call.now,
  })
  return finishWrite(call, { before: null, after: presentIncident(row) })
}

export async function updateIncident(call: Call<typeof endpoints.updateSecurityIncident>) {
  const { db, body } = call
  const stored = await requireIncident(call, body.sec_id)
  const before = presentIncident(stored)
  refuseOutdated(before, body.version)
  const { title, description } = body
  const fields = { title, description, status: body.status ?? stored.status, ...validateTimes(body) }
  const row = await queries.updateIncident(db, body.sec_id, fields)
  return finishWrite(call, { before, after: presentIncident(row) })
}

/** Only a security incident without comms can be deleted: no comm may lose its security incident. */
export async function deleteIncident(call: Call<typeof endpoints.deleteSecurityIncident>) {
  const { db, body } = call
  const before = presentIncident(await requireIncident(call, body.sec_id))
  const comms = await queries.countComms(db, body.sec_id)
  if (comms > 0)
    throw new Conflict(
      `Security incident ${body.sec_id} still has comms (${comms}). Delete them first`,
      before,
    )
  await queries.deleteIncident(db, body.sec_id)
  call.audit({ sec_id: body.sec_id, before, after: null })
  call.changed('security')
  return { sec_id: body.sec_id }
}

const requireIncident = async (call: Call, secId: number) =>
  requireFound(await queries.lockIncident(call.db, secId), `security incident ${secId}`)

type IncidentChange = {
  before: ReturnType<typeof presentIncident> | null
  after: ReturnType<typeof presentIncident>
}

function finishWrite(call: Call, { before, after }: IncidentChange) {
  call.audit({ sec_id: after.sec_id, before, after })
  call.changed('security')
  return { sec_id: after.sec_id, incident: after }
}

function validateTimes(body: Parameters<typeof incidentTimes>[0]): { startDate: Date; endDate: Date | null } {
  const { start, end } = incidentTimes(body)
  if (start === undefined)
    throw fault('start_date', 'name a moment: a time with its offset, or start_date_utc beside it')
  if (end === undefined)
    throw fault('end_date', 'name a moment: a time with its offset, or end_date_utc beside it')
  if (end !== null && end < start) throw fault('end_date', 'the end is before the start')
  return { startDate: new Date(start), endDate: end === null ? null : new Date(end) }
}
