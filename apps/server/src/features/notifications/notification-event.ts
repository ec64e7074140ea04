import type { WebhookEvent } from '@aviary/contract/channels/events'
import type { Audience } from '@aviary/contract/messages/rules'
import { createChannelEvent } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { addressOutside, type MailSettings } from '../../mail/public.ts'
import { inSlices } from '../../process/in-slices.ts'
import type { EventRow } from '../maintenance/public.ts'
import {
  getMaintenancePage,
  getPublicId,
  toEventFacts,
  toEventText,
  toPublicMaintenance,
} from '../published/public.ts'
import { getDataCenterNames, joinDisplayNames } from '../reference/public.ts'
import { getFacts, getReference } from './notification-mail.ts'
import type { NotificationRow } from './queries.ts'

type Sent = { row: NotificationRow; event: EventRow; audience: Audience; broadcastId: number }

/** Queues a webhook event about a notification, in the caller's transaction. Returns how many channels get it. */
export function createNotificationEvent(
  db: Db,
  { row, event, audience, broadcastId }: Sent,
  { settings, now }: { settings: MailSettings; now: Date },
): Promise<number> {
  const type = 'notification.published'
  const timestamp = now.toISOString()
  const reference = getReference(event)
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') {
      const url = `${settings.publicUrl}/maintenance_event/review/${event.eventId}`
      return { en: { type, timestamp, data: { is_internal: true, id: reference, url } } }
    }
    const startDate = row.startDate ?? event.startDate
    const endDate = row.endDate ?? event.endDate
    const maintenance = await toPublicMaintenance(db, { ...event, startDate, endDate })
    const dataCenters = joinDisplayNames(event.dataCenters, await getDataCenterNames(db))
    const id = await getPublicId(db, 'notification', row.notificationId)
    const page = await getMaintenancePage(db, event.eventId)
    const events: Record<string, WebhookEvent> = {}
    for (const [language, bodyHtml] of Object.entries(row.body)) {
      const text = await inSlices(() => toEventText(bodyHtml))
      const title = row.subject[language] || row.title
      const facts = toEventFacts(getFacts(row, event, { dataCenters, locale: language }))
      const notification = { id, type: row.type, language, title, ...text, facts }
      const url = addressOutside(settings.statusSite, { page, locale: language }) ?? null
      events[language] = { type, timestamp, data: { is_internal: false, maintenance, notification, url } }
    }
    return events
  }
  const criteria = {
    category: 'notifications' as const,
    dataCenters: event.dataCenters,
    notificationType: row.type,
  }
  const about = { reference, notificationId: row.notificationId, maintenanceId: event.eventId, broadcastId }
  return createChannelEvent(db, { type, audience, ...about, to: criteria, render }, now)
}
