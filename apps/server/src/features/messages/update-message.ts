import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { require } from '../../http/permission.ts'
import { requireInternalRight, requireMessageIncident } from './checks.ts'
import { type PreparedEdit, readEdit, requireMessage, storeEdit } from './edit-message.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

export async function updateMessage(call: Call<typeof endpoints.updateMessage>, prepared: PreparedEdit) {
  const { db, body, now } = call
  const person = call.person()
  const edit = await readEdit({ db, body, now, person }, prepared)
  const { incident, before } = edit
  const row = await storeEdit(db, edit, { person, now })
  const message = presentManaged(row, incident, body.language)
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, body.language),
    after: message,
  })
  call.changed('incidents')
  return { message, removed: [...prepared.written.removed] }
}

export async function deleteMessage(call: Call<typeof endpoints.deleteMessage>) {
  const { db, body } = call
  const person = call.person()
  const incident = await requireMessageIncident(db, body)
  require(person, messagesOf[incident.priorityType].delete)
  const before = await requireMessage(db, body.message_id, incident)
  requireInternalRight(person, before.messageType)
  await queries.deleteMessage(db, before.messageId)
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, FALLBACK_LOCALE),
    after: null,
  })
  call.changed('incidents')
  return { message_id: before.messageId }
}
