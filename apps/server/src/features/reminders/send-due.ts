import type { WebhookEvent } from '@aviary/contract/channels/events'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { recordChannelEvent, withdrawEvents } from '../../channels/public.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { type MailSettings, stopBroadcast } from '../../mail/public.ts'
import { getIncidentPlaces, listNextUpdates } from '../incidents/public.ts'
import { getDueReminder } from './next-reminder.ts'
import * as queries from './queries.ts'
import { createReminderMails, type Reminder } from './reminder-mail.ts'

export type SendRemindersParts = {
  db: Db
  changes: Pick<Changes, 'announce' | 'apply'>
  clock: Clock
  settings: MailSettings
  log: { error: (about: object, message: string) => void }
  /** Counts a reminder that was sent. */
  reminded?: () => void
}

const CHANGED = { topics: ['incidents' as const, 'mails' as const, 'channels' as const], sessions: [] }

/**
 * Sends the reminders of missed updates that are due, and stops what is unsent of those whose update came or was put
 * off. Several processes may do this at the same time. A failure is logged, does not hold up other incidents, and is
 * retried on the next call.
 */
export async function sendDueReminders(parts: SendRemindersParts): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 }
  for (const incidentId of await listToHandle(parts)) {
    try {
      const outcome = await parts.db.transaction((transaction) => handle(transaction, incidentId, parts))
      if (outcome === 'nothing') continue
      parts.changes.apply(CHANGED)
      if (outcome === 'closed') continue
      parts.reminded?.()
      result.sent += 1
    } catch (error) {
      result.failed += 1
      parts.log.error({ err: error, incident_id: incidentId }, 'a reminder could not be sent')
    }
  }
  return result
}

/** Incidents of which a reminder is due, or an open one has ended. Decided again behind the lock of the incident. */
async function listToHandle({ db, clock }: SendRemindersParts): Promise<number[]> {
  const now = clock()
  const updates = await listNextUpdates(db, { now })
  const missed = updates.filter(({ due }) => due <= now)
  const newest = await queries.listNewestReminders(db, missed.map(toIncidentId))
  const due = missed.filter((update) =>
    getDueReminder(
      update.due,
      newest.find((row) => isOf(row, update)),
      now,
    ),
  )
  const open = await queries.listOpenReminders(db)
  const ended = open.filter((row) => !missed.some((update) => isOf(row, update)))
  return [...new Set([...due, ...ended].map(toIncidentId))]
}

const toIncidentId = ({ incidentId }: { incidentId: number }): number => incidentId

type Update = { incidentId: number; due: Date }
const isOf = (row: Update, update: Update): boolean =>
  row.incidentId === update.incidentId && row.due.getTime() === update.due.getTime()

async function handle(
  db: Db,
  incidentId: number,
  { clock, settings, changes }: SendRemindersParts,
): Promise<'sent' | 'closed' | 'nothing'> {
  const incident = await queries.lockIncident(db, incidentId)
  if (!incident) return 'nothing'
  const now = clock()
  const [update] = await listNextUpdates(db, { now, incidentIds: [incidentId] })
  const rows = await queries.listNewestReminders(db, [incidentId])
  const newest = update && rows.find((row) => isOf(row, update))
  const due = update && getDueReminder(update.due, newest, now)
  const isMissed = update !== undefined && update.due <= now
  if (!due && isMissed && !rows.some((row) => row.closedAt === null && !isOf(row, update))) return 'nothing'
  const isClosed = await closeOpen(db, incidentId, now)
  if (!due) {
    if (isClosed) await changes.announce(db, CHANGED)
    return isClosed ? 'closed' : 'nothing'
  }
  await send(db, { incident, update, ...due }, { settings, now })
  await changes.announce(db, CHANGED)
  return 'sent'
}

/**
 * Stops what is unsent of the open reminders of an incident. While a mail server or a receiver is away, only the
 * newest reminder waits for it.
 */
async function closeOpen(db: Db, incidentId: number, now: Date): Promise<boolean> {
  const closed = await queries.closeReminders(db, incidentId, now)
  for (const { broadcastId } of closed) if (broadcastId !== null) await stopBroadcast(db, broadcastId, now)
  const eventIds = closed.flatMap(({ eventId }) => eventId ?? [])
  const withdrawal = { reason: 'The update came, was put off, or a newer reminder followed', now }
  if (eventIds.length > 0) await withdrawEvents(db, { eventIds }, withdrawal)
  return closed.length > 0
}

async function send(db: Db, reminder: Reminder, parts: { settings: MailSettings; now: Date }): Promise<void> {
  const { incident, update, number, isLast } = reminder
  const broadcastId = await createReminderMails(db, reminder, parts)
  const eventId = await createReminderEvent(db, reminder, parts)
  const { incidentId } = incident
  const row = { incidentId, due: update.due, number, isLast, sentAt: parts.now, broadcastId, eventId }
  if (!(await queries.createReminder(db, row))) throw new Error('The lock of the incident was not held')
}

/** Tells INTERNAL channels that hear of incidents of this priority, service and data center. */
async function createReminderEvent(
  db: Db,
  { incident, update, number, isLast }: Reminder,
  { settings, now }: { settings: MailSettings; now: Date },
): Promise<number | null> {
  const { incidentId, jiraId, priorityType } = incident
  const places = (await getIncidentPlaces(db, [incidentId]))(incidentId)
  const event: WebhookEvent = {
    type: 'reminder.due',
    timestamp: now.toISOString(),
    data: {
      is_internal: true,
      id: jiraId,
      url: `${settings.publicUrl}/details/${encodeURIComponent(jiraId)}`,
      due_at: update.due.toISOString(),
      ...{ number, is_last: isLast },
    },
  }
  const recorded = await recordChannelEvent(
    db,
    {
      ...{ type: 'reminder.due', audience: 'INTERNAL' },
      reference: jiraId,
      to: { category: priorityType, ...places, alertType: undefined },
      render: () => ({ [FALLBACK_LOCALE]: event }),
    },
    now,
  )
  return recorded?.eventId ?? null
}
