import { internalTypes, messagesOf } from '@aviary/contract/messages/rules'
import * as endpoints from '@aviary/contract/reminders/endpoints'
import { toYesNo } from '@aviary/contract/rules'
import { type Call, type Route, serve } from '../../http/call.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { require } from '../../http/permission.ts'
import { createPutOffs, listNextUpdates, listPromises, requireIncident } from '../incidents/public.ts'
import { refuseUnlikelyNextUpdate } from '../messages/public.ts'
import * as queries from './queries.ts'

async function putOff(call: Call<typeof endpoints.putOffUpdate>) {
  const { db, body, now } = call
  const person = call.person()
  const incident = await requireIncident(db, body.jira_id)
  const { incidentId, jiraId } = incident
  await queries.lockIncident(db, incidentId)
  require(person, messagesOf[incident.priorityType].create)
  if (incident.isInternal) require(person, internalTypes)
  const due = new Date(body.next_update_due)
  const promises = await listPromises(db, { now, incidentIds: [incidentId] })
  const [next] = promises
  const answer = { jira_id: jiraId, next_update_due: due.toISOString() }
  // Sent again after a lost answer.
  if (next?.putOffBy && next.due.getTime() === due.getTime()) return answer
  if (next?.due.getTime() !== Date.parse(body.promised)) throw noLonger(jiraId, next)
  refuseUnlikelyNextUpdate(due, now)
  if (due <= next.due) throw fault('next_update_due', 'must be later than what is promised')
  // All promises that would be due before: one that is left would be the next update.
  const moved = promises.filter((promise) => promise.due < due)
  await createPutOffs(db, moved, { due, note: body.note, by: person.email, now })
  call.audit({
    jira_id: jiraId,
    before: { next_update_due: next.due.toISOString() },
    after: { next_update_due: answer.next_update_due, note: body.note },
  })
  call.changed('incidents')
  return answer
}

const noLonger = (jiraId: string, next: { due: Date } | undefined): Conflict =>
  new Conflict(
    next
      ? `The next update of ${jiraId} is due at another time by now. Nothing was changed.`
      : `No update of ${jiraId} is promised any more. Nothing was changed.`,
    { next_update_due: next?.due.toISOString() ?? null },
  )

export const reminderRoutes: Route[] = [
  serve(endpoints.listReminders, async (call) => {
    const { db, now } = call
    const missed = (await listNextUpdates(db, { now })).filter(({ due }) => due <= now)
    if (missed.length === 0) return { missed_updates: [] }
    const incidentIds = missed.map(({ incidentId }) => incidentId)
    const owners = await queries.listUpdateOwners(db, incidentIds)
    const incidents = await queries.listConcerning(db, { incidentIds, userId: call.person().userId })
    return {
      missed_updates: missed.flatMap(({ incidentId, due }) => {
        const incident = incidents.find((row) => row.incidentId === incidentId)
        if (!incident) return []
        return {
          jira_id: incident.jiraId,
          priority_type: incident.priorityType,
          is_internal: toYesNo(incident.isInternal),
          next_update_due: due.toISOString(),
          owner: owners.get(incidentId) ?? null,
        }
      }),
    }
  }),

  serve(endpoints.putOffUpdate, putOff),
]
