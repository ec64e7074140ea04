import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import { createMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import type { Db } from '../database/open.ts'
import { recordUnsent } from '../mail/public.ts'
import { type DemoCall, emailOf } from './demo-calls.ts'

const AUTHOR = emailOf('incident_manager')
const EDITED_AFTER_MS = 2 * 60_000
const NEXT_UPDATE_MS = 30 * 60_000
/** Text of the edited message before its edit. */
const FIRST_WORDING = '<p>Users may experience delays.</p>'
/** Invented replies of a mail server for the ledger; nothing is sent. */
export const ACCEPTED = '250 2.0.0 Ok (generated: nothing was sent)'
const REFUSED = '550 5.1.1 No such user (generated: nothing was sent)'

/** The incident without its last two messages, which `seedDemoMessages` posts. */
export const withoutLastMessages = (record: IncidentRecord): IncidentRecord => ({
  ...record,
  messages: record.messages.slice(0, -2),
})

/**
 * Posts the last two messages of an incident as a person does, at their times. The first is edited two
 * minutes later, the second is broadcast. One of the broadcast's mails counts as failed, the others as sent.
 */
export async function seedDemoMessages(db: Db, record: IncidentRecord, call: DemoCall): Promise<void> {
  const [edited, broadcast] = record.messages.slice(-2)
  if (!edited || !broadcast) throw new Error(`${record.jira_id} has too few messages`)
  const incident = { jira_id: record.jira_id, priority_type: record.priority_type }

  const at = new Date(edited.created_date)
  const { message } = await call(createMessage, {
    ...{ by: AUTHOR, at },
    body: { ...incident, message_type: edited.title, body: FIRST_WORDING, broadcast: 'N' },
  })
  await call(updateMessage, {
    ...{ by: AUTHOR, at: new Date(at.getTime() + EDITED_AFTER_MS) },
    body: {
      ...{ ...incident, message_type: edited.title, body: edited.body, language: 'en' },
      message_id: message.message_id,
    },
  })

  const sentAt = new Date(broadcast.created_date)
  const nextUpdate = new Date(sentAt.getTime() + NEXT_UPDATE_MS).toISOString().slice(11, 16)
  const { broadcast_id } = await call(createMessage, {
    ...{ by: AUTHOR, at: sentAt },
    body: {
      ...{ ...incident, message_type: broadcast.title, body: broadcast.body, broadcast: 'Y' },
      email_template_data: { current_status: 'Failing over', next_update: `${nextUpdate} UTC` },
    },
  })
  if (broadcast_id === null) throw new Error('The message was not broadcast')
  await recordMails(db, broadcast_id, sentAt)
}

async function recordMails(db: Db, broadcastId: number, at: Date): Promise<void> {
  let hasFailed = false
  await recordUnsent(db, [broadcastId], {
    at,
    accepted: ACCEPTED,
    refusalOf: (email) => {
      if (hasFailed || !email.includes('@customer-')) return undefined
      hasFailed = true
      return REFUSED
    },
  })
}
