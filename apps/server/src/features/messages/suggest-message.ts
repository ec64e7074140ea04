import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf, NEXT_UPDATE_FIELD, RESTORED_TYPE, UPDATE_TYPES } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { require } from '../../http/permission.ts'
import { listIncidentMessages, requireIncident } from '../incidents/public.ts'
import { presentManaged } from './present.ts'
import { listAlertTypes, type MessageRow } from './queries.ts'

/** Initial values for the next message; the author sees and may change all of them. */
export async function suggestMessage({ db, query, person, now }: Call<typeof endpoints.suggestMessage>) {
  const incident = await requireIncident(db, query.jira_id)
  require(person(), messagesOf[incident.priorityType].create)
  const messages = (await listIncidentMessages(db, [incident.incidentId])).toSorted(
    (left, right) => right.messageId - left.messageId,
  )
  const [newest] = messages
  // Text that was written for staff must not get into a message to customers.
  const ofAudience = incident.isInternal ? messages : messages.filter(({ title }) => !isInternalTitle(title))
  const [last] = ofAudience
  const types = await listAlertTypes(db)
  const update = UPDATE_TYPES[incident.isInternal ? 1 : 0]
  const isOffered = types.some((type) => type.priorityType === incident.priorityType && type.name === update)
  return {
    last_message: newest ? presentManaged(newest, incident, FALLBACK_LOCALE) : null,
    message_type: last && last.title !== RESTORED_TYPE && isOffered ? update : null,
    email_fields: ofAudience.map(getEmailFields).find((fields) => Object.keys(fields).length > 0) ?? {},
    next_update_due: last ? getNextPromise(last, now) : null,
    languages: last ? getOtherLanguages(last) : [],
  }
}

/** A promise that is due sooner than this is not suggested again: it leaves no time for another update. */
const SOONEST_MS = 10 * 60_000
const ROUNDED_TO_MS = 5 * 60_000

/**
 * The last message's promise if it leaves enough time; else now plus the interval that the last message
 * promised.
 */
function getNextPromise({ createdDate, nextUpdateDue }: MessageRow, now: Date): string | null {
  if (!nextUpdateDue) return null
  if (nextUpdateDue.getTime() - now.getTime() >= SOONEST_MS) return nextUpdateDue.toISOString()
  const due = now.getTime() + Math.max(nextUpdateDue.getTime() - createdDate.getTime(), SOONEST_MS)
  return new Date(Math.ceil(due / ROUNDED_TO_MS) * ROUNDED_TO_MS).toISOString()
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
