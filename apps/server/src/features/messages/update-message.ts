import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/messages/endpoints'
import { audienceOf, messagesOf } from '@aviary/contract/messages/rules'
import { getToldAudience } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import type { IncidentRow } from '../incidents/public.ts'
import { tellIncident } from '../published/public.ts'
import type { MessageSettings } from './bodies.ts'
import { requireInternalRight, requireMessageIncident } from './checks.ts'
import { fieldsAfter } from './correction-texts.ts'
import {
  type PreparedEdit,
  type ReadEdit,
  readEdit,
  requireMessage,
  requireTypeOf,
  storeEdit,
} from './edit-message.ts'
import { createDeletedEvent, createMessageEvent } from './message-event.ts'
import { getFacts } from './message-mail.ts'
import { requireOutsideForEdit } from './outside.ts'
import { presentManaged } from './present.ts'
import * as queries from './queries.ts'

export async function updateMessage(
  call: Call<typeof endpoints.updateMessage>,
  prepared: PreparedEdit,
  settings: MessageSettings,
) {
  const { db, body, now } = call
  const author = call.author()
  const edit = await readEdit({ db, body, now, author }, prepared)
  await requireOutsideForEdit(db, author, edit)
  const { incident, before } = edit
  const row = await storeEdit(db, edit, { author, now })
  const hasNews = await tellOfEdit(db, incident, { settings, now })
  const channels = await tellChannels(db, { edit, row }, { settings, now })
  const message = presentManaged(row, incident, body.language)
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, body.language),
    after: message,
    ...(channels > 0 && { channels }),
  })
  call.changed('incidents', ...(hasNews || channels > 0 ? (['channels'] as const) : []))
  return { message, removed: [...prepared.written.removed] }
}

export async function deleteMessage(call: Call<typeof endpoints.deleteMessage>, settings: MessageSettings) {
  const { db, body, now } = call
  const author = call.author()
  const incident = await requireMessageIncident(db, body, author)
  author.require(messagesOf[incident.priorityType].delete)
  const before = await requireMessage(db, body.message_id, { ...incident, sees: author.sees })
  requireInternalRight(author, before.messageType)
  const { messageId } = before
  await queries.deleteMessage(db, messageId)
  const hasNews = await tellOfEdit(db, incident, { settings, now })
  const channels = await createDeletedEvent(
    db,
    { incident, messageId, reason: 'The message was deleted' },
    { settings, now },
  )
  call.audit({
    jira_id: incident.jiraId,
    before: presentManaged(before, incident, FALLBACK_LOCALE),
    after: null,
    ...(channels > 0 && { channels }),
  })
  call.changed('incidents', ...(hasNews || channels > 0 ? (['channels'] as const) : []))
  return { message_id: before.messageId }
}

/** Tells channels what the incident is without the earlier text of a message. */
const tellOfEdit = (
  db: Db,
  { incidentId }: IncidentRow,
  { settings, now }: { settings: MessageSettings; now: Date },
) => tellIncident(db, { incidentId, isMailed: false }, { links: settings, now })

/** Queues webhook events about an edit. Channels for people outside get a deletion if the message became internal. */
async function tellChannels(
  db: Db,
  { edit, row }: { edit: ReadEdit; row: queries.MessageRow },
  recording: { settings: MessageSettings; now: Date },
): Promise<number> {
  const { incident, before, after } = edit
  const { messageId, version } = row
  const audience = audienceOf(incident.isInternal, row.messageType)
  const isTakenBack = audience === 'INTERNAL' && (await getToldAudience(db, messageId)) === 'EXTERNAL'
  const gone = isTakenBack
    ? await createDeletedEvent(db, { incident, messageId, reason: 'The message is internal now' }, recording)
    : 0
  const edited = await createMessageEvent(
    db,
    {
      ...{ type: 'message.edited', incident, messageId, version, audience, criteria: undefined },
      getFacts: async () => getFacts(db, { incident, type: await requireTypeOf(db, edit) }),
      ...{ draft: fieldsAfter(before, after, [before.nextUpdateDue]), bodies: after.body },
    },
    recording,
  )
  return Math.max(gone, edited)
}
