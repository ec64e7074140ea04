import type { announceWriting as endpoint } from '@aviary/contract/messages/endpoints'
import { MOST_WRITERS, messagesOf, WRITING_HOLDS_MS } from '@aviary/contract/messages/rules'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { require } from '../../http/permission.ts'
import { requireIncident } from '../incidents/public.ts'
import * as queries from './queries.ts'

/** Records whether the person is writing a message on the incident. Returns the other people who are writing one. */
export async function announceWriting({ db, body, person, now }: Call<typeof endpoint>) {
  const incident = await requireIncident(db, body.jira_id)
  const { email } = person()
  require(person(), messagesOf[incident.priorityType].create)
  const writer = { incidentId: incident.incidentId, email, formId: body.form_id }
  if (body.is_writing) await queries.createMessageWriter(db, writer, now)
  else await queries.deleteMessageWriter(db, writer)
  const seenSince = new Date(now.getTime() - WRITING_HOLDS_MS)
  const others = await queries.listOtherWriters(db, writer, { seenSince, limit: MOST_WRITERS })
  return { writers: others.map((other) => ({ email: other.email, since: other.since.toISOString() })) }
}

/** Deletes writers whose page has stopped reporting that they are writing. */
export const deleteGoneWriters = (db: Db, now: Date) =>
  queries.deleteMessageWritersSeenBefore(db, new Date(now.getTime() - WRITING_HOLDS_MS))
