import type * as endpoints from '@aviary/contract/follow-ups/endpoints'
import { MOST_FOLLOW_UPS } from '@aviary/contract/follow-ups/rules'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Forbidden, InvalidInput, NotFound } from '../../http/errors.ts'
import {
  lockIncident,
  mayPost,
  requireAccount,
  requireIncident,
  requirePosting,
} from '../incidents/public.ts'
import { lockWithIncident } from './lock.ts'
import { presentFollowUp } from './present.ts'
import * as queries from './queries.ts'

type TrackerUrl = string | undefined

const findOwner = (db: Db, email: string | null, isInternal: boolean) =>
  email === null ? null : requireAccount(db, { field: 'owner', email, isInternal })

export async function createFollowUp(call: Call<typeof endpoints.createFollowUp>, trackerUrl: TrackerUrl) {
  const { db, body, now, person } = call
  const { incidentId } = await requireIncident(db, body.jira_id)
  const incident = await lockIncident(db, incidentId)
  // Merged into another one meanwhile; the next try finds that one.
  if (!incident) throw new NotFound(`There is no incident ${body.jira_id} any more`)
  requirePosting(person(), incident)
  if ((await queries.countOfIncident(db, incidentId)) >= MOST_FOLLOW_UPS)
    throw new InvalidInput(`${incident.jiraId} has ${MOST_FOLLOW_UPS} follow-ups already`)
  const row = await queries.createFollowUp(db, {
    ...{ incidentId, title: body.title, dueDate: body.due_date, state: 'OPEN' as const },
    owner: await findOwner(db, body.owner, incident.isInternal),
    ...{ createdBy: person().email, createdAt: now },
  })
  const followUp = requireFound(row, 'follow-up')
  return finish(call, {
    before: null,
    after: presentFollowUp({ followUp, incident, issue: null }, trackerUrl),
  })
}

/** The owner of a follow-up may change its state alone, also without the right to post on its incident. */
export async function updateFollowUp(call: Call<typeof endpoints.updateFollowUp>, trackerUrl: TrackerUrl) {
  const { db, body, now, person } = call
  const { incident, row } = await lockWithIncident(db, body.follow_up_id)
  const before = presentFollowUp(row, trackerUrl)
  const isOwner = before.owner?.toLowerCase() === person().email.toLowerCase()
  const isSame =
    before.title === body.title && before.owner === body.owner && before.due_date === body.due_date
  if (!mayPost(person(), incident) && isOwner && !isSame)
    throw new Forbidden('As its owner you may change the state of this follow-up, and nothing else')
  if (!isOwner || !isSame) requirePosting(person(), incident)
  refuseOutdated(before, body.version)
  const isOpen = body.state === 'OPEN'
  const closedAt = isOpen ? null : before.closed_date === null ? now : new Date(before.closed_date)
  const owner =
    body.owner === before.owner ? before.owner : await findOwner(db, body.owner, incident.isInternal)
  const changed = await queries.updateFollowUp(db, before.follow_up_id, {
    ...{ title: body.title, owner, dueDate: body.due_date, state: body.state, closedAt },
    ...(body.state === before.state ? {} : { stateBy: person().email, stateAt: now }),
  })
  const after = { ...row, followUp: requireFound(changed, 'follow-up') }
  return finish(call, { before, after: presentFollowUp(after, trackerUrl) })
}

export async function deleteFollowUp(call: Call<typeof endpoints.deleteFollowUp>, trackerUrl: TrackerUrl) {
  const { incident, row } = await lockWithIncident(call.db, call.body.follow_up_id)
  const before = presentFollowUp(row, trackerUrl)
  requirePosting(call.person(), incident)
  refuseOutdated(before, call.body.version)
  await queries.deleteFollowUp(call.db, before.follow_up_id, call.person().email)
  call.audit({ follow_up_id: before.follow_up_id, before, after: null })
  call.changed('incidents')
  return { follow_up_id: before.follow_up_id }
}

function finish(
  call: Pick<Call, 'audit' | 'changed'>,
  { before, after }: { before: FollowUp | null; after: FollowUp },
) {
  call.audit({ follow_up_id: after.follow_up_id, before, after })
  call.changed('incidents')
  return { follow_up: after }
}
