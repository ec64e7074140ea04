import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/notifications/endpoints'
import { isOpenType } from '@aviary/contract/notifications/rules'
import type { NotificationUpdate } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import type { Call, Preparation } from '../../http/call.ts'
import { changedMeanwhile, isOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import {
  confirmedBodies,
  editedBodies,
  filledBodies,
  type MessageSettings,
  readBodies,
  translatedBodies,
  type Written,
} from '../messages/public.ts'
import { BODY_ISSUE, refusePast, refuseUnknownFlag, subjectOf, timesOf } from './checks.ts'
import { presentOne } from './present.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'
import { stopMails } from './stop.ts'

/** The new texts of a notification, by language. */
export async function prepareEdit(
  call: Preparation<typeof endpoints.updateNotification>,
  settings: MessageSettings,
) {
  const { db, body: given } = call
  await refuseUnknownFlag(db, given.flag)
  const written = await readBodies(db, given.body, BODY_ISSUE)
  return { written, texts: await newTexts(call, written, settings) }
}

type Prepared = Awaited<ReturnType<typeof prepareEdit>>

/** Changes a notification. Until it is mailed that changes what goes out; afterwards what was mailed stays as it was. */
export async function updateNotification(
  call: Call<typeof endpoints.updateNotification>,
  { written, texts }: Prepared,
) {
  const { db, body: given, now } = call
  const person = call.person()
  const before = await requireNotification(db, given.notification_id)
  if (before.eventId !== given.mwin_id)
    throw fault('mwin_id', `notification ${before.notificationId} belongs to event ${before.eventId}`)
  if (isOutdated(before, given.version))
    throw changedMeanwhile('this notification', before.updatedBy, await presentOne(db, before))
  if (before.isOfWindow && given.broadcast === 'Y')
    throw fault(
      'broadcast',
      'the notification of an event of the older calls is not mailed: create another one',
    )
  const change = changeOf(before, given, { written, texts, now })
  await refuseMailed(db, before, change)
  if (isSame(before, change)) throw fault('title', 'Must Change A Value')
  // What has been mailed may end early, and its words may be mended when it is over.
  if (before.broadcastId === null) refusePast(changedTimes(before, change), now)
  const row = await queries.updateNotificationRow(db, before.notificationId, {
    ...change,
    updatedBy: person.email,
    updatedAt: now,
  })
  const notification = await presentOne(db, row)
  call.audit({ event_id: before.eventId, before: await presentOne(db, before), after: notification })
  call.changed('maintenance')
  return { notification, removed: [...written.removed] }
}

export async function deleteNotification(call: Call<typeof endpoints.deleteNotification>) {
  const { db, body, now } = call
  const before = await requireNotification(db, body.notification_id)
  const was = await presentOne(db, before)
  const mails = await stopMails(db, before, now)
  await queries.deleteNotification(db, before.notificationId)
  call.audit({ event_id: before.eventId, before: was, after: null, mails })
  call.changed('maintenance', 'mails')
  return { notification_id: before.notificationId, mails }
}

const requireNotification = async (db: Db, id: number): Promise<NotificationRow> =>
  requireFound(await queries.lockNotification(db, id), `notification ${id}`)

/** What was typed, and with relocalize Y what the translator makes of the English text in the other languages. */
function newTexts(
  { db, body: given }: Preparation<typeof endpoints.updateNotification>,
  written: Written,
  { translate }: MessageSettings,
): Promise<Record<string, string>> {
  const hasEnglish = written.typed[FALLBACK_LOCALE] !== undefined
  if (given.translations && hasEnglish) return confirmedBodies(db, written, given.translations)
  if (given.relocalize === 'N') return filledBodies(written, translate)
  if (!hasEnglish)
    throw fault('relocalize', 'only the English text can be carried over to the other languages')
  return translatedBodies(db, written, translate)
}

type Change = ReturnType<typeof changeOf>

function changeOf(
  before: NotificationRow,
  given: NotificationUpdate,
  { written, texts, now }: { written: Written; texts: Record<string, string>; now: Date },
) {
  const isBroadcast = given.broadcast === 'Y'
  const times = timesOf(given, now)
  // A Personalized Open is mailed when it begins to show: one that was due already is not due anew.
  const wasDue = before.sendTime !== null && before.sendTime <= now
  const sendTime = times.startDate && isBroadcast && wasDue ? before.sendTime : times.sendTime
  const body = given.relocalize === 'Y' ? texts : editedBodies(before.body, written, texts)
  if (!body[FALLBACK_LOCALE]) throw fault('body', BODY_ISSUE)
  return {
    ...times,
    sendTime,
    type: given.n_type,
    title: given.title,
    body,
    subject: subjectOf(given, { isMailed: isBroadcast, type: given.n_type, before: before.subject }),
    isBroadcast,
    isTest: given.is_test === undefined ? before.isTest : given.is_test === 'Y',
    isInternal: given.is_internal === undefined ? before.isInternal : given.is_internal === 'Y',
    flag: given.flag === undefined ? before.flag : given.flag || null,
    relocalize: given.relocalize === 'Y',
    emailFields: given.email_fields ?? before.emailFields,
  }
}

/** A send time that nobody touched was fine when it was chosen. */
const changedTimes = (before: NotificationRow, change: Change) => ({
  ...change,
  sendTime:
    isOpenType(change.type) || change.sendTime?.getTime() !== before.sendTime?.getTime()
      ? change.sendTime
      : null,
})

/** What people see of it; that the other languages were renewed is no change by itself. */
const seen = ({ relocalize: _, ...change }: Change) =>
  JSON.stringify({
    ...change,
    body: sorted(change.body),
    subject: sorted(change.subject),
    emailFields: sorted(change.emailFields),
  })

const sorted = (texts: Record<string, string>) =>
  Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))

function isSame(before: NotificationRow, change: Change): boolean {
  const now = Object.fromEntries(
    Object.keys(change).map((key) => [key, before[key as keyof NotificationRow]]),
  ) as unknown as Change // the same keys of the row that is there
  return seen(now) === seen(change)
}

/** What has been mailed cannot be mailed differently: whom, when, under which subject, as what. */
async function refuseMailed(db: Db, before: NotificationRow, change: Change): Promise<void> {
  if (before.broadcastId === null) return
  const isFixed =
    before.type === change.type &&
    change.isBroadcast &&
    change.isInternal === before.isInternal &&
    change.isTest === before.isTest &&
    JSON.stringify(sorted(change.subject)) === JSON.stringify(sorted(before.subject)) &&
    (change.startDate !== null || change.sendTime?.getTime() === before.sendTime?.getTime())
  if (isFixed) return
  throw new Conflict(
    'The e-mails of this notification have been sent off: its type, broadcast, subject and send time cannot change any more',
    await presentOne(db, before),
  )
}
