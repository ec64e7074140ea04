import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { audienceOf, messagesOf } from '@aviary/contract/messages/rules'
import type { MessageDraft } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import { nameFor } from '../../http/author.ts'
import type { Author, Call, Preparation } from '../../http/call.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { createBroadcast } from '../../mail/public.ts'
import { type IncidentRow, selectVisible } from '../incidents/public.ts'
import { tellIncident } from '../published/public.ts'
import { requirePreview } from '../token-previews/public.ts'
import {
  confirmBodies,
  type MessageSettings,
  readBodies,
  refuseWithoutEnglish,
  translateBodies,
} from './bodies.ts'
import {
  BODY_ISSUE,
  refusePublicTypeOnInternal,
  refuseUnlikelyNextUpdate,
  requireAlertType,
  requireInternalRight,
  requireMessageIncident,
} from './checks.ts'
import { createMessageEvent } from './message-event.ts'
import { getAudienceAndCriteria, getSeries, refuseEmptyFields, renderMails } from './message-mail.ts'
import { requireNumber } from './outside.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

/** The incident and alert type of a draft. Throws if the author may not post this type on the incident. */
async function requireSubject(db: Db, draft: MessageDraft, author: Author) {
  const incident = await requireMessageIncident(db, draft, author)
  author.require(messagesOf[incident.priorityType].create)
  const type = await requireAlertType(db, incident.priorityType, draft.message_type)
  requireInternalRight(author, type.name)
  refusePublicTypeOnInternal(incident, type.name)
  return { incident, type }
}

type Subject = Awaited<ReturnType<typeof requireSubject>>

/** A validated draft with its incident, alert type and bodies. Throws when the author may not post it. */
export async function checkDraft(
  db: Db,
  draft: MessageDraft,
  { author, now }: { author: Author; now: Date },
) {
  const subject = await requireSubject(db, draft, author)
  if (draft.next_update_due) refuseUnlikelyNextUpdate(new Date(draft.next_update_due), now)
  const written = await readBodies(db, draft.body, BODY_ISSUE)
  refuseWithoutEnglish(written)
  if (draft.broadcast === 'Y') refuseEmptyFields(subject.type, draft)
  return { ...subject, written, draft }
}

/** Translates the message and renders its mails before the transaction: translation takes seconds. */
export async function prepareMessage(
  call: Preparation<typeof endpoints.createMessage>,
  settings: MessageSettings,
) {
  const { db, now } = call
  const { audit_log_data: _, translations, after_message, recipients, ...draft } = call.body
  const { written, ...subject } = await checkDraft(db, draft, { author: call.author(), now })
  refuseTranslationsWithoutBroadcast(draft.broadcast, translations)
  // Before the translation, which may cost money.
  const isForOutside = audienceOf(subject.incident.isInternal, subject.type.name) === 'EXTERNAL'
  if (draft.broadcast === 'Y' && isForOutside) call.author().requireScope('broadcast:external')
  const bodies = translations
    ? await confirmBodies(db, written, translations)
    : await translateBodies(db, written, settings.translate)
  const mails =
    draft.broadcast === 'Y' ? await renderMails(db, { ...subject, bodies }, { settings }) : undefined
  return {
    draft,
    bodies,
    after_message,
    recipients,
    typedIn: Object.keys(written.typed),
    removed: written.removed,
    mails,
  }
}

type Prepared = Awaited<ReturnType<typeof prepareMessage>>

/** Stores a message and notifies open pages. With broadcast Y it also stores the mails and their recipients. */
export async function createMessage(
  call: Call<typeof endpoints.createMessage>,
  prepared: Prepared,
  settings: MessageSettings,
) {
  const { db, now } = call
  const { draft, bodies, after_message, typedIn, removed } = prepared
  const author = call.author()
  const subject = await lockSubject(db, draft, author)
  const { incident, type } = subject
  if (draft.broadcast === 'Y') refuseEmptyFields(type, draft)
  if (after_message !== undefined) await refuseUnread(call, incident, after_message)
  const { impact, root_cause, corrective_measures, solution, email_fields } = draft
  const { selected_template, comm_src, email_template_data, next_update_due } = draft
  const row = await queries.createMessage(db, {
    incidentId: incident.incidentId,
    title: type.name,
    messageType: type.name,
    createdDate: now,
    createdBy: author.name,
    body: bodies,
    particulars: {
      ...{ impact, root_cause, corrective_measures, solution, email_fields },
      ...{ selected_template, comm_src, email_template_data, typed_in: typedIn },
    },
    nextUpdateDue: next_update_due ? new Date(next_update_due) : null,
  })
  const message = presentManaged(row, incident, FALLBACK_LOCALE)
  call.changed('incidents')
  const createdBroadcast = prepared.mails
    ? await broadcast(call, { ...subject, ...prepared, messageId: row.messageId }, settings)
    : null
  call.audit({ jira_id: incident.jiraId, before: null, after: message, broadcast: createdBroadcast })
  return { message, broadcast_id: createdBroadcast?.broadcastId ?? null, removed: [...removed] }
}

/** Refuses translations without a broadcast: only a broadcast has a confirmation, in which the author sees them. */
function refuseTranslationsWithoutBroadcast(broadcast: 'Y' | 'N', translations: object | undefined): void {
  if (broadcast === 'N' && translations)
    throw fault('translations', 'is for broadcast Y; without a broadcast the server translates')
}

/**
 * Locks the incident of a draft against concurrent posts and changes; returns the incident with the alert
 * type. Reads both again behind the lock: a concurrent write may have made the incident internal or merged it
 * into another one.
 */
async function lockSubject(db: Db, draft: MessageDraft, author: Author): Promise<Subject> {
  let subject = await requireSubject(db, draft, author)
  for (;;) {
    const { incidentId } = subject.incident
    await queries.lockMessages(db, incidentId)
    subject = await requireSubject(db, draft, author)
    if (subject.incident.incidentId === incidentId) return subject
  }
}

/** Refuses a message if its author has not seen the newest message on the incident. */
async function refuseUnread(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  incident: IncidentRow,
  seen: number | null,
): Promise<void> {
  const [newest] = selectVisible(await queries.listMessagesAfter(db, incident.incidentId, seen), sees)
  if (!newest) return
  throw new Conflict(
    `${nameFor({ sees }, newest.createdBy) ?? 'Somebody'} has posted '${newest.title}' on ${incident.jiraId} meanwhile: read it first. Nothing has been posted or sent.`,
    presentManaged(newest, incident, FALLBACK_LOCALE),
  )
}

type StoredMessage = Subject & Prepared & { messageId: number }

async function broadcast(
  call: Call<typeof endpoints.createMessage>,
  message: StoredMessage,
  settings: MessageSettings,
) {
  const { db, now } = call
  const { incident, type, messageId } = message
  const { audience, criteria } = await getAudienceAndCriteria(db, message, settings)
  const { recipients, draft } = message
  const { facts, contents } = await renderMails(db, message, { settings, before: message.mails })
  const getContent = () => ({ draft, contents, criteria })
  if (audience === 'EXTERNAL') await requirePreview(call, { kind: 'message', getContent }, recipients)
  const created = await createBroadcast(
    db,
    {
      kind: 'incident_message',
      reference: incident.jiraId,
      incidentId: incident.incidentId,
      messageId,
      messageType: type.name,
      audience,
      contents,
      series: await getSeries(db, incident, facts),
      headline: facts.subject,
      createdBy: call.caller,
      criteria,
      internalDomains: settings.internalDomains,
    },
    now,
  )
  if (recipients !== undefined) requireNumber('message', { confirmed: recipients, now: created.recipients })
  await tellIncident(db, { incidentId: incident.incidentId, isMailed: true }, { links: settings, now })
  const channels = await createMessageEvent(
    db,
    {
      ...{ type: 'message.published', incident, messageId, version: 1, audience, criteria },
      broadcastId: created.broadcastId,
      ...{ getFacts: async () => facts, draft, bodies: message.bodies },
    },
    { settings, now },
  )
  call.changed('mails', 'channels')
  return { ...created, audience, channels }
}
