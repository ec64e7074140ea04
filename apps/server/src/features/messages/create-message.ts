import type { createMessage } from '@aviary/contract/messages/endpoints'
import { createAction } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { demand } from '../../http/permission.ts'
import {
  demandAlertType,
  demandIncidentOf,
  demandInternalRight,
  refusePublicTypeOnInternal,
  sanitizedBody,
} from './checks.ts'
import { presentManaged } from './present.ts'
import { insertMessage } from './queries.ts'

/** Stores a message and says so to every page. */
export async function postMessage(call: Call<typeof createMessage>) {
  const { db, body, now } = call
  const person = call.person()
  const incident = await demandIncidentOf(db, body)
  demand(person, createAction(incident.priorityType))
  const type = await demandAlertType(db, incident.priorityType, body.message_type)
  demandInternalRight(person, type.name)
  refusePublicTypeOnInternal(incident, type.name)
  const { impact, root_cause, corrective_measures, solution, email_fields, selected_template, comm_src } =
    body
  const row = await insertMessage(db, {
    incidentId: incident.incidentId,
    title: type.name,
    messageType: type.name,
    createdDate: now,
    createdBy: person.email,
    body: { en: sanitizedBody(body.body) },
    particulars: {
      ...{ impact, root_cause, corrective_measures, solution, email_fields, selected_template, comm_src },
      email_template_data: body.email_template_data,
    },
  })
  const message = presentManaged(row, incident, 'en')
  call.audit({ jira_id: incident.jiraId, before: null, after: message })
  call.changed('incidents')
  return { message, broadcast_id: null }
}
