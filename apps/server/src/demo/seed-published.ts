import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import { createMessage } from '@aviary/contract/messages/endpoints'
import type { Db } from '../database/open.ts'
import { recordUnsent } from '../mail/public.ts'
import { type DemoCall, emailOf } from './demo-calls.ts'
import { ACCEPTED } from './seed-messages.ts'

const AUTHOR = emailOf('incident_manager')
const NEXT_UPDATE_MS = 60 * 60_000

/**
 * Incidents that people outside were told of, besides the newest: one that is open, with all its messages, and two that
 * are over, with their first message and the root cause. The status page shows what was mailed outside.
 */
const TOLD: Readonly<Record<string, 'all' | 'first and last'>> = {
  'OPI-1794': 'all',
  'OPI-1800': 'first and last',
  'OPI-1789': 'first and last',
}

type Message = IncidentRecord['messages'][number]

function toldMessages({ jira_id, messages }: IncidentRecord): Message[] {
  const told = TOLD[jira_id]
  if (told === 'all') return messages
  return messages.filter((_, index) => told && (index === 0 || index === messages.length - 1))
}

/** An incident without the messages that `seedDemoPublished` posts. */
export const withoutPublished = (record: IncidentRecord): IncidentRecord => {
  const told = toldMessages(record)
  return { ...record, messages: record.messages.filter((message) => !told.includes(message)) }
}

/** Posts and mails the messages that people outside were sent, at their times. No mail is sent. */
export async function seedDemoPublished(
  db: Db,
  incidents: readonly IncidentRecord[],
  call: DemoCall,
): Promise<void> {
  const posts = incidents.flatMap((record) => toldMessages(record).map((message) => ({ record, message })))
  const timed = posts.map((post) => ({ ...post, at: timeOf(post) }))
  for (const { record, message, at } of timed.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { broadcast_id } = await call(createMessage, {
      ...{ by: AUTHOR, at },
      body: {
        ...{ jira_id: record.jira_id, priority_type: record.priority_type, broadcast: 'Y' },
        ...{ message_type: message.title, body: message.body },
        email_template_data: fieldsOf(message, at),
      },
    })
    if (broadcast_id === null) throw new Error('The message was not broadcast')
    await recordUnsent(db, [broadcast_id], { at, accepted: ACCEPTED, refusalOf: () => undefined })
  }
}

/** At the very moment of its end an incident is still open, and its last message would be one of an open one. */
function timeOf({ record, message }: { record: IncidentRecord; message: Message }): Date {
  const at = Date.parse(message.created_date)
  const isLast = message === record.messages.at(-1)
  return new Date(record.end_date && isLast ? Math.max(at, Date.parse(record.end_date) + 1) : at)
}

/** Made up: the incidents of the file have no texts for the fields of mails. */
function fieldsOf({ title }: Message, at: Date): Record<string, string> {
  const nextUpdate = new Date(at.getTime() + NEXT_UPDATE_MS).toISOString().slice(11, 16)
  return title === 'Root Cause Analysis'
    ? {
        root_cause: 'See the message',
        corrective_measures: 'See the message',
        prevention: 'See the message',
      }
    : { current_status: 'Our teams are working on it', next_update: `${nextUpdate} UTC` }
}
