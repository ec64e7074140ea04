import type { Notification } from '@aviary/contract/notifications/schemas'
import { toYesNo } from '@aviary/contract/rules'
import { getChannelProgress, NO_CHANNELS } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { allWithoutDeepTags } from '../../html/body-limits.ts'
import { getProgress } from '../../mail/public.ts'
import type { NotificationRow } from './queries.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

type Progress = {
  mails: Awaited<ReturnType<typeof getProgress>>
  channels: Awaited<ReturnType<typeof getChannelProgress>>
}

const present = (row: NotificationRow, { mails, channels }: Progress): Notification => ({
  id: row.notificationId,
  mwin_id: row.eventId,
  n_type: row.type,
  title: row.title,
  body: allWithoutDeepTags(row.body),
  subject: row.subject,
  start_date: iso(row.startDate),
  end_date: iso(row.endDate),
  send_time: iso(row.sendTime),
  sent_time: iso(row.sentTime),
  broadcast: toYesNo(row.isBroadcast),
  mail_queued: toYesNo(row.broadcastId !== null),
  broadcast_id: row.broadcastId,
  progress: (row.broadcastId !== null && mails.get(row.broadcastId)) || null,
  channels: row.broadcastId === null ? null : (channels.get(row.broadcastId) ?? NO_CHANNELS),
  comm_src: row.commSrc,
  created_by: row.createdBy,
  created_date: row.createdDate.toISOString(),
  updated_by: row.updatedBy,
  updated_date: iso(row.updatedAt),
  is_test: toYesNo(row.isTest),
  is_internal: toYesNo(row.isInternal),
  flag: row.flag,
  relocalize: toYesNo(row.relocalize),
  email_fields: row.emailFields,
  version: row.version,
})

/** Notifications as sent to clients, each with the progress of its mails and channels. */
export async function presentNotifications(
  db: Db,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const broadcastIds = rows.flatMap(({ broadcastId }) => broadcastId ?? [])
  const isAny = broadcastIds.length > 0
  const mails: Progress['mails'] = isAny ? await getProgress(db, broadcastIds) : new Map()
  const channels: Progress['channels'] = isAny ? await getChannelProgress(db, broadcastIds) : new Map()
  return rows.map((row) => present(row, { mails, channels }))
}

export async function presentNotification(db: Db, row: NotificationRow): Promise<Notification> {
  const [presented] = await presentNotifications(db, [row])
  if (!presented) throw new Error('One row is one notification')
  return presented
}
