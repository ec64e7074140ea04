import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf, NEXT_UPDATE_FIELD, RESTORED_TYPE, UPDATE_TYPES } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { require } from '../../http/permission.ts'
import { listIncidentMessages, requireIncident } from '../incidents/public.ts'
import { presentManaged } from './present.ts'
import { listAlertTypes, type MessageRow } from './queries.ts'

/** What the next message can begin with; the author sees and may change all of it. */
export async function suggestMessage({ db, query, person }: Call<typeof endpoints.suggestMessage>) {
  const incident = await requireIncident(db, query.jira_id)
  require(person(), messagesOf[incident.priorityType].create)
  const messages = (await listIncidentMessages(db, [incident.incidentId])).toSorted(
    (left, right) => right.messageId - left.messageId,
  )
  const [last] = messages
  const types = await listAlertTypes(db)
  const update = UPDATE_TYPES[incident.isInternal ? 1 : 0]
  const isOffered = types.some((type) => type.priorityType === incident.priorityType && type.name === update)
  return {
    last_message: last ? presentManaged(last, incident, FALLBACK_LOCALE) : null,
    message_type: last && last.title !== RESTORED_TYPE && isOffered ? update : null,
    email_fields: messages.map(getEmailFields).find((fields) => Object.keys(fields).length > 0) ?? {},
    languages: last ? getOtherLanguages(last) : [],
  }
}

type Stored = {
  email_fields?: Record<string, string>
  email_template_data?: Record<string, string>
  typed_in?: string[]
}

function getEmailFields({ particulars }: MessageRow): Record<string, string> {
  const { email_fields, email_template_data } = particulars as Stored
  const texts = Object.entries({ ...email_fields, ...email_template_data })
  return Object.fromEntries(texts.filter(([name, text]) => name !== NEXT_UPDATE_FIELD && text.trim() !== ''))
}

const getOtherLanguages = ({ particulars }: MessageRow): string[] =>
  ((particulars as Stored).typed_in ?? []).filter((locale) => locale !== FALLBACK_LOCALE)
