import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { MessageEdit } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import { nameFor } from '../../http/author.ts'
import type { Author } from '../../http/call.ts'
import { changedMeanwhile, isOutdated } from '../../http/edits.ts'
import { fault, NotFound } from '../../http/errors.ts'
import type { Sees } from '../../http/withhold.ts'
import type { Translate } from '../../translate/translate.ts'
import { selectVisible } from '../incidents/public.ts'
import { listLanguages } from '../reference/public.ts'
import { confirmBodies, mergeBodies, readBodies, translateBodies, translateEmptied } from './bodies.ts'
import {
  BODY_ISSUE,
  refusePublicTypeOnInternal,
  refuseUnlikelyNextUpdate,
  requireAlertType,
  requireInternalRight,
  requireMessageIncident,
} from './checks.ts'
import * as queries from './queries.ts'

// Edits of a message are checked, read and stored the same way, whether or not they are mailed as a
// correction.

/** Checks an edit and returns the new texts of the message by language; translates before the transaction. */
export async function prepareEdit(
  { db, body, author }: { db: Db; body: MessageEdit; author: () => Author },
  translate: Translate,
  confirmed?: Record<string, string>,
) {
  await requireEditable(db, body, author())
  await refuseUnknownLanguage(db, body.language)
  const relocalizes = body.relocalize === 'Y'
  const submitted = typeof body.body === 'string' ? { [body.language]: body.body } : body.body
  const written = await readBodies(db, submitted, BODY_ISSUE)
  // spec 1 §2.9: an edit in a language other than English changes that language only
  if (relocalizes && !written.typed[FALLBACK_LOCALE])
    throw fault('relocalize', 'only the English text can be carried over to the other languages')
  const texts = confirmed
    ? await confirmBodies(db, written, confirmed)
    : relocalizes
      ? await translateBodies(db, written, translate)
      : await translateEmptied(written, translate)
  return { written, texts, relocalizes }
}

export type PreparedEdit = Awaited<ReturnType<typeof prepareEdit>>

/**
 * Locks the message and returns it before and after the edit. Throws if the person may not edit the message,
 * the message has changed since the person read it, or the edit changes nothing.
 */
export async function readEdit(
  { db, body, now, author }: { db: Db; body: MessageEdit; now: Date; author: Author },
  { written, texts, relocalizes }: PreparedEdit,
) {
  const incident = await requireEditable(db, body, author)
  const before = await requireMessage(db, body.message_id, { ...incident, sees: author.sees })
  requireInternalRight(author, before.messageType, body.message_type)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this message', nameFor(author, before.updatedBy))
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
  return {
    incident,
    before,
    after: {
      title: before.title === before.messageType ? body.message_type : before.title,
      messageType: body.message_type,
      body: after,
      nextUpdateDue,
    },
  }
}

export type ReadEdit = Awaited<ReturnType<typeof readEdit>>

/** Stores an edit and keeps the previous version of the message. */
export async function storeEdit(
  db: Db,
  { before, after }: ReadEdit,
  { author, now }: { author: Author; now: Date },
) {
  await queries.createMessageChange(db, {
    messageId: before.messageId,
    prevVersion: before.version,
    prevTitle: before.title,
    prevMessageType: before.messageType,
    prevBody: before.body,
    prevNextUpdateDue: before.nextUpdateDue,
    changedBy: author.name,
    changedAt: now,
  })
  return queries.updateMessageRow(db, before.messageId, { ...after, updatedAt: now, updatedBy: author.name })
}

async function requireEditable(db: Db, body: Parameters<typeof requireMessageIncident>[1], author: Author) {
  const incident = await requireMessageIncident(db, body, author)
  author.require(messagesOf[incident.priorityType].update)
  return incident
}

type Whose = { incidentId: number; jiraId: string; sees: Sees }

/** The message, locked. An internal one does not exist for an author who sees nothing internal. */
export async function requireMessage(db: Db, id: number, { incidentId, jiraId, sees }: Whose) {
  const found = await queries.lockMessage(db, id, incidentId)
  const [message] = selectVisible(found ? [found] : [], sees)
  if (!message) throw new NotFound(`${jiraId} has no message ${id}; it may have been deleted`)
  return message
}

async function refuseUnknownLanguage(db: Db, language: string): Promise<void> {
  const known = await listLanguages(db)
  if (!known.includes(language)) throw fault('language', `use one of ${known.join(', ')}`)
}

/** An omitted time leaves the stored time unchanged; null removes it. */
function toNextUpdate(due: string | null | undefined, before: queries.MessageRow): Date | null {
  if (due === undefined) return before.nextUpdateDue
  return due === null ? null : new Date(due)
}

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, html]) => b[key] === html)

/** The message type, also one that was retired since the message was posted. */
export async function requireTypeOf(db: Db, { incident: { priorityType }, before, after }: ReadEdit) {
  const isOwn = after.messageType === before.messageType
  const all = isOwn ? await queries.listAllAlertTypes(db) : []
  const own = all.find((type) => type.priorityType === priorityType && type.name === after.messageType)
  return own ?? (await requireAlertType(db, priorityType, after.messageType))
}
