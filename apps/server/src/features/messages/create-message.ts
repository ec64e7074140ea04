import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { MessageDraft } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import type { Call, Person, Preparation } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { require } from '../../http/permission.ts'
import { createBroadcast } from '../../mail/public.ts'
import {
  confirmedBodies,
  type MessageSettings,
  readBodies,
  refuseWithoutEnglish,
  translatedBodies,
} from './bodies.ts'
import {
  BODY_ISSUE,
  refusePublicTypeOnInternal,
  requireAlertType,
  requireIncidentOf,
  requireInternalRight,
} from './checks.ts'
import { audienceAndCriteria, mailsOf, refuseEmptyFields } from './mail-of-message.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

/** What a message speaks of, when its author may post it there. Throws the refusal otherwise. */
async function requireSubject(db: Db, draft: MessageDraft, person: Person) {
  const incident = await requireIncidentOf(db, draft)
  require(person, messagesOf[incident.priorityType].create)
  const type = await requireAlertType(db, incident.priorityType, draft.message_type)
  requireInternalRight(person, type.name)
  refusePublicTypeOnInternal(incident, type.name)
  return { incident, type }
}

/** A draft that its author may post, with what it speaks of. Throws the refusal otherwise. */
export async function checkDraft(db: Db, draft: MessageDraft, person: Person) {
  const subject = await requireSubject(db, draft, person)
  const written = await readBodies(db, draft.body, BODY_ISSUE)
  refuseWithoutEnglish(written)
  if (draft.broadcast === 'Y') refuseEmptyFields(subject.type, draft)
  return { ...subject, written, draft }
}

/** A message and its mails in every language. */
export async function prepareMessage(
  call: Preparation<typeof endpoints.createMessage>,
  settings: MessageSettings,
) {
  const { db } = call
  const { audit_log_data: _, translations, ...draft } = call.body
  const { written, ...subject } = await checkDraft(db, draft, call.person())
  refuseUnconfirmed(draft.broadcast, translations)
  const bodies = translations
    ? await confirmedBodies(db, written, translations)
    : await translatedBodies(db, written, settings.translate)
  const mails = draft.broadcast === 'Y' ? await mailsOf(db, { ...subject, bodies }, { settings }) : undefined
  return { draft, bodies, removed: written.removed, mails }
}

type Prepared = Awaited<ReturnType<typeof prepareMessage>>

/** Stores a message, says so to every page, and with broadcast Y takes down whom to mail it to. */
export async function createMessage(
  call: Call<typeof endpoints.createMessage>,
  prepared: Prepared,
  settings: MessageSettings,
) {
  const { db, now } = call
  const { draft, bodies, removed } = prepared
  const person = call.person()
  const subject = await requireSubject(db, draft, person)
  const { incident, type } = subject
  if (draft.broadcast === 'Y') refuseEmptyFields(type, draft)
  const { impact, root_cause, corrective_measures, solution, email_fields } = draft
  const { selected_template, comm_src, email_template_data } = draft
  const row = await queries.createMessage(db, {
    incidentId: incident.incidentId,
    title: type.name,
    messageType: type.name,
    createdDate: now,
    createdBy: person.email,
    body: bodies,
    particulars: {
      ...{ impact, root_cause, corrective_measures, solution, email_fields },
      ...{ selected_template, comm_src, email_template_data },
    },
  })
  const message = presentManaged(row, incident, FALLBACK_LOCALE)
  call.changed('incidents')
  const sent = prepared.mails
    ? await broadcast(call, { ...subject, ...prepared, messageId: row.messageId }, settings)
    : null
  call.audit({ jira_id: incident.jiraId, before: null, after: message, broadcast: sent })
  return { message, broadcast_id: sent?.broadcastId ?? null, removed: [...removed] }
}

/** Only a broadcast is confirmed, so only a broadcast has texts that somebody has seen. */
function refuseUnconfirmed(broadcast: 'Y' | 'N', translations: object | undefined): void {
  if (broadcast === 'N' && translations)
    throw fault('translations', 'is for broadcast Y; without a broadcast the server translates')
}

type Posted = Awaited<ReturnType<typeof requireSubject>> & Prepared & { messageId: number }

async function broadcast(
  call: Call<typeof endpoints.createMessage>,
  posted: Posted,
  settings: MessageSettings,
) {
  const { db, now } = call
  const { incident, type, messageId } = posted
  const { audience, criteria } = await audienceAndCriteria(db, posted, settings)
  const { contents } = await mailsOf(db, posted, { settings, before: posted.mails })
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
      createdBy: call.caller,
      criteria,
    },
    now,
  )
  call.changed('mails')
  return { ...created, audience }
}
