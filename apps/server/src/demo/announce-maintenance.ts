import { createNotification } from '@aviary/contract/notifications/endpoints'
import { announce } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import type { EventRow } from '../features/maintenance/public.ts'
import { listEventNotifications, sendDueNotifications } from '../features/notifications/public.ts'
import { type MailSettings, recordUnsent } from '../mail/public.ts'
import { type DemoCall, emailOf } from './demo-calls.ts'
import { ACCEPTED } from './seed-messages.ts'

const AUTHOR = emailOf('operator')
const ANNOUNCED_BEFORE_MS = 24 * 60 * 60_000
// Made up, as the event is.
const BODY = {
  en: '<p>We install updates of the operating system. Services in these data centers may answer slowly, and each is away for a few minutes at a time.</p>',
  de: '<p>Wir spielen Aktualisierungen des Betriebssystems ein. Dienste in diesen Rechenzentren antworten zeitweise langsam und sind jeweils einige Minuten lang nicht erreichbar.</p>',
}

type Announcing = { call: DemoCall; settings: MailSettings; now: Date }

/** Announces maintenance to people outside, a day before `now`. No mail is sent. */
export async function announceDemoMaintenance(
  db: Db,
  { eventId, title }: EventRow,
  { call, settings, now }: Announcing,
): Promise<void> {
  const at = new Date(now.getTime() - ANNOUNCED_BEFORE_MS)
  await call(createNotification, {
    ...{ by: AUTHOR, at },
    body: {
      ...{ mwin_id: eventId, n_type: 'Maintenance Announcement', title, subject: { en: title }, body: BODY },
      ...{ broadcast: 'Y', send_time: at.toISOString(), is_test: 'N', is_internal: 'N' },
      ...{ comm_src: 'Aviary demo', created_by: AUTHOR },
    },
  })
  const failed = (about: object, message: string): never => {
    throw new Error(message, { cause: about })
  }
  const changes = { announce, apply: () => undefined }
  await sendDueNotifications({ db, changes, clock: () => at, settings, log: { error: failed } })
  const [notification] = (await listEventNotifications(db, [eventId])).get(eventId) ?? []
  const broadcastId = notification?.broadcast_id
  if (broadcastId == null) throw new Error('The maintenance was not announced')
  await recordUnsent(db, [broadcastId], { at, accepted: ACCEPTED, refusalOf: () => undefined })
}
