import { APPLICATION_NAME } from '@aviary/contract/constants'
import { lockMaintenanceLanes } from '../../channels/public.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { createBroadcast, type MailSettings } from '../../mail/public.ts'
import { createAudit } from '../audit/public.ts'
import { createFirstPublicEvent, getEvent } from '../maintenance/public.ts'
import { createNotificationEvent } from './notification-event.ts'
import {
  getAudience,
  getCriteria,
  getReference,
  getSeries,
  type Mailable,
  renderContents,
} from './notification-mail.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'

export type SendDueParts = {
  db: Db
  changes: Pick<Changes, 'announce' | 'apply'>
  clock: Clock
  settings: MailSettings
  log: { error: (about: object, message: string) => void }
}

const CHANGED = { topics: ['maintenance' as const, 'mails' as const, 'channels' as const], sessions: [] }

/**
 * Creates the broadcast of every due notification, each in its own transaction with its audit row. Several
 * processes may do this at the same time: each skips notifications locked by another. A failure is logged,
 * does not hold up other notifications, and is retried on the next call.
 */
export async function sendDueNotifications(parts: SendDueParts): Promise<{ sent: number; failed: number }> {
  const failed: number[] = []
  for (let sent = 0; ; ) {
    let current: NotificationRow | undefined
    try {
      const isSent = await parts.db.transaction(async (transaction) => {
        current = await queries.lockDue(transaction, parts.clock(), failed)
        if (!current) return false
        await send(transaction, current, parts)
        return true
      })
      if (!isSent) return { sent, failed: failed.length }
      parts.changes.apply(CHANGED)
      sent += 1
    } catch (error) {
      if (!current) throw error
      failed.push(current.notificationId)
      parts.log.error(
        { err: error, notification: current.notificationId },
        'a notification could not be sent',
      )
    }
  }
}

async function send(db: Db, row: NotificationRow, { clock, settings, changes }: SendDueParts): Promise<void> {
  const now = clock()
  const event = await getEvent(db, row.eventId)
  if (!event) throw new Error('The foreign key keeps the event of a notification')
  const notification: Mailable = row
  const audience = getAudience(notification, event)
  const { broadcastId, recipients } = await createBroadcast(
    db,
    {
      kind: 'notification',
      notificationId: row.notificationId,
      reference: getReference(event),
      messageType: row.type,
      audience,
      contents: await renderContents(db, { notification, event }, settings),
      series: await getSeries(db, event),
      createdBy: row.updatedBy ?? row.createdBy,
      criteria: getCriteria(notification, event, settings),
      internalDomains: settings.internalDomains,
    },
    now,
  )
  await lockMaintenanceLanes(db, { maintenanceId: event.eventId, dataCenters: event.dataCenters })
  const channels = await createNotificationEvent(db, { row, event, audience, broadcastId }, { settings, now })
  if (audience === 'EXTERNAL') await createFirstPublicEvent(db, { event, broadcastId }, { settings, now })
  await queries.markQueued(db, row.notificationId, { broadcastId, now })
  await createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: row.updatedBy ?? row.createdBy,
    actionName: 'Send Notification',
    createdDate: now,
    context: {
      event_id: event.eventId,
      notification_id: row.notificationId,
      broadcast_id: broadcastId,
      send_time: row.sendTime?.toISOString(),
      recipients,
      channels,
      audience,
    },
  })
  await changes.announce(db, CHANGED)
}
