import type { updateOnStatusPage as endpoint } from '@aviary/contract/incidents/endpoints'
import { internalTypes, messagesOf } from '@aviary/contract/messages/rules'
import { toYesNo } from '@aviary/contract/rules'
import type { Call } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { require } from '../../http/permission.ts'
import * as queries from './queries.ts'
import { requireIncident } from './require-incident.ts'

/** Keeps an incident off the status page, or shows it again; for those who may post on it. */
export async function updateOnStatusPage(call: Call<typeof endpoint>) {
  const { db, body } = call
  const person = call.person()
  const { incidentId } = await requireIncident(db, body.jira_id)
  const incident = await queries.lockIncident(db, incidentId)
  // Merged into another one meanwhile; the next try finds that one.
  if (!incident) throw new NotFound(`There is no incident ${body.jira_id} any more`)
  require(person, messagesOf[incident.priorityType].create)
  if (incident.isInternal) require(person, internalTypes)
  const { is_on_status_page } = body
  const before = toYesNo(incident.isOnStatusPage)
  call.audit({
    jira_id: incident.jiraId,
    before: { is_on_status_page: before },
    after: { is_on_status_page },
  })
  if (before !== is_on_status_page) {
    await queries.setOnStatusPage(db, incidentId, is_on_status_page === 'Y')
    call.changed('incidents')
  }
  return { jira_id: incident.jiraId, is_on_status_page }
}
