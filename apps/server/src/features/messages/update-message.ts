import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { Db } from '../../database/open.ts'
import type { Call, Person, Preparation } from '../../http/call.ts'
import { changedMeanwhile, isOutdated } from '../../http/edits.ts'
import { fault, NotFound } from '../../http/errors.ts'
import { require } from '../../http/permission.ts'
import type { Translate } from '../../translate/translate.ts'
import { listLanguages } from '../reference/public.ts'
import { mergeBodies, readBodies, translateBodies, translateEmptied } from './bodies.ts'
import {
  BODY_ISSUE,
  refusePublicTypeOnInternal,
  refuseUnlikelyNextUpdate,
  requireAlertType,
  requireInternalRight,
  requireMessageIncident,
} from './checks.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

/** Checks an edit and returns the new texts of the message by language; translates before the transaction. */
export async function prepareEdit(call: Preparation<typeof endpoints.updateMessage>, translate: Translate) {
  const { db, body } = call
  await requireEditable(db, body, call.person())
  await refuseUnknownLanguage(db, body.language)
  const relocalizes = body.relocalize === 'Y'
  const submitted = typeof body.body === 'string' ? { [body.language]: body.body } : body.body
  const written = await readBodies(db, submitted, BODY_ISSUE)
  // spec 1 §2.9: an edit in a language other than English changes that language only
  if (relocalizes && !written.typed[FALLBACK_LOCALE])
    throw fault('relocalize', 'only the English text can be carried over to the other languages')
  const texts = relocalizes
    ? await translateBodies(db, written, translate)
    : await translateEmptied(written, translate)
  return { written, texts, relocalizes }
}

type Prepared = Awaited<ReturnType<typeof prepareEdit>>

export async function updateMessage(
  call: Call<typeof endpoints.updateMessage>,
  { written, texts, relocalizes }: Prepared,
) {
  const { db, body, now } = call
  const person = call.person()
  const incident = await requireEditable(db, body, person)
  const before = await requireMessage(db, body.message_id, incident)
  requireInternalRight(person, before.messageType, body.message_type)
  if (isOutdated(before, body.version)) throw changedMeanwhile('this message', before.updatedBy)
  const isTypeChanged = body.message_type !== before.messageType
  if (isTypeChanged) {
    await requireAlertType(db, incident.priorityType, body.message_type)
    refusePublicTypeOnInternal(incident, body.message_type)
  }
  const after = relocalizes ? texts : mergeBodies(before.body, written, texts)
  const nextUpdateDue = toNextUpdate(body.next_update_due, before)
  const isDueChanged = nextUpdateDue?.getTime() !== before.nextUpdateDue?.getTime()
  if (nextUpdateDue && isDueChanged) refuseUnlikelyNextUpdate(nextUpdateDue, now)
  if (!isTypeChanged && !isDueChanged && isSame(before.body, after))
    throw fault('body', 'Must Change A Value')
  await queries.createMessageChange(db, {
    messageId: before.messageId,
    prevTitle: before.title,
    prevMessageType: before.messageType,
    prevBody: before.body,
    prevNextUpdateDue: before.nextUpdateDue,
    prevVersion: before.version,
    changedBy: person.email,
    changedAt: now,
  })
  const row = await queries.updateMessageRow(db, before.messageId, {
    title: before.title === before.messageType ? body.message_type : before.title,
    messageType: body.message_type,
    body: after,
    nextUpdateDue,
    updatedAt: now,
    updatedBy: person.email,
  })
  const message = presentManaged(row, incident, body.language)
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, body.language),
    after: message,
  })
  call.changed('incidents')
  return { message, removed: [...written.removed] }
}

async function requireEditable(db: Db, body: Parameters<typeof requireMessageIncident>[1], person: Person) {
  const incident = await requireMessageIncident(db, body)
  require(person, messagesOf[incident.priorityType].update)
  return incident
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

async function requireMessage(db: Db, id: number, incident: { incidentId: number; jiraId: string }) {
  const message = await queries.lockMessage(db, id, incident.incidentId)
  if (!message) throw new NotFound(`${incident.jiraId} has no message ${id}; it may have been deleted`)
  return message
}

async function refuseUnknownLanguage(db: Db, language: string): Promise<void> {
  const known = await listLanguages(db)
  if (!known.includes(language)) throw fault('language', `use one of ${known.join(', ')}`)
}

/** Omitted, the time stays; null takes it away. */
function toNextUpdate(due: string | null | undefined, before: queries.MessageRow): Date | null {
  if (due === undefined) return before.nextUpdateDue
  return due === null ? null : new Date(due)
}

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, html]) => b[key] === html)
