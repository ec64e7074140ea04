import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/notifications/endpoints'
import { isOpenType } from '@aviary/contract/notifications/rules'
import type { NotificationUpdate } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import { nameFor } from '../../http/author.ts'
import type { Author, Call, Preparation } from '../../http/call.ts'
import { changedMeanwhile, isOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { type EventRow, lockEvent } from '../maintenance/public.ts'
import {
  confirmBodies,
  type MessageSettings,
  mergeBodies,
  readBodies,
  translateBodies,
  translateEmptied,
  type WrittenBodies,
} from '../messages/public.ts'
import { requirePreview } from '../token-previews/public.ts'
import {
  BODY_ISSUE,
  refuseForCancelled,
  refusePast,
  refuseUnknownFlag,
  validateSubject,
  validateTimes,
} from './checks.ts'
import { refuseConfirmedWithoutBroadcast, refuseUnlikeConfirmed } from './confirmed.ts'
import { getAudience } from './notification-mail.ts'
import { presentNotification } from './present.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'
import { getSending, isForOutside } from './sending.ts'
import { stopMails } from './stop-mails.ts'

/** Checks the edited texts and returns the new ones by language; translates before the transaction. */
export async function prepareEdit(
  call: Preparation<typeof endpoints.updateNotification>,
  settings: MessageSettings,
) {
  const { db, body: update } = call
  await refuseUnknownFlag(db, update.flag, { takesRetired: true })
  refuseConfirmedWithoutBroadcast(update.broadcast, update.confirmed)
  const written = await readBodies(db, update.body, BODY_ISSUE)
  return { written, texts: await getNewTexts(call, written, settings) }
}

type Prepared = Awaited<ReturnType<typeof prepareEdit>>

/** Updates a notification. Before the send time this changes the mail; mails already sent stay as they are. */
export async function updateNotification(
  call: Call<typeof endpoints.updateNotification>,
  { written, texts }: Prepared,
  settings: MessageSettings,
) {
  const { db, body: update, now } = call
  const author = call.author()
  // Locked before the notification, as a change of the event does, so that neither waits for the other forever.
  const event = await lockEvent(db, update.mwin_id)
  const before = await requireNotification(db, update.notification_id)
  requireVisible({ before, event }, author)
  if (!event || before.eventId !== update.mwin_id)
    throw fault('mwin_id', `notification ${before.notificationId} belongs to event ${before.eventId}`)
  if (isOutdated(before, update.version))
    throw changedMeanwhile(
      'this notification',
      nameFor(author, before.updatedBy),
      await presentNotification(db, before),
    )
  if (before.isOfWindow && update.broadcast === 'Y')
    throw fault(
      'broadcast',
      'the notification of an event of the older calls is not mailed: create another one',
    )
  refuseForCancelled(event, update.n_type, author)
  const change = getChange(before, update, { written, texts, now })
  await refuseUnconfirmed(call, { before, change, event }, settings)
  await requireOutsideForUpdate(call, { before, change, event }, settings)
  await refuseChangeAfterMailing(db, before, change)
  if (isSame(before, change)) throw fault('title', 'Must Change A Value')
  // Allows past times after mailing, because a mailed notification may end early or be corrected after its
  // end.
  if (before.broadcastId === null) refusePast(changedTimes(before, change), now)
  const row = await queries.updateNotificationRow(db, before.notificationId, {
    ...change,
    updatedBy: author.name,
    updatedAt: now,
  })
  const notification = await presentNotification(db, row)
  call.audit({ event_id: before.eventId, before: await presentNotification(db, before), after: notification })
  call.changed('maintenance')
  return { notification, removed: [...written.removed] }
}

export async function deleteNotification(call: Call<typeof endpoints.deleteNotification>) {
  const { db, body, now } = call
  const before = await requireNotification(db, body.notification_id)
  const presentedBefore = await presentNotification(db, before)
  const mails = await stopMails(db, before, now)
  await queries.deleteNotification(db, before.notificationId)
  call.audit({ event_id: before.eventId, before: presentedBefore, after: null, mails })
  call.changed('maintenance', 'mails')
  return { notification_id: before.notificationId, mails }
}

const nameOf = (id: number): string => `notification ${id}`

const requireNotification = async (db: Db, id: number): Promise<NotificationRow> =>
  requireFound(await queries.lockNotification(db, id), nameOf(id))

/**
 * The typed texts, and translations for other languages. Confirmed translations in the request are used.
 * Without them new ones are made: for all languages with relocalize Y, else for the emptied languages.
 */
function getNewTexts(
  { db, body: update }: Preparation<typeof endpoints.updateNotification>,
  written: WrittenBodies,
  { translate }: MessageSettings,
): Promise<Record<string, string>> {
  const hasEnglish = written.typed[FALLBACK_LOCALE] !== undefined
  if (update.translations && hasEnglish) return confirmBodies(db, written, update.translations)
  if (update.relocalize === 'N') return translateEmptied(written, translate)
  if (!hasEnglish)
    throw fault('relocalize', 'only the English text can be carried over to the other languages')
  return translateBodies(db, written, translate)
}

type Change = ReturnType<typeof getChange>

function getChange(
  before: NotificationRow,
  update: NotificationUpdate,
  { written, texts, now }: { written: WrittenBodies; texts: Record<string, string>; now: Date },
) {
  const isBroadcast = update.broadcast === 'Y'
  const times = validateTimes(update, now)
  // Keeps the send time of a Personalized Open that was already due: a new start would make it due again.
  const wasDue = before.sendTime !== null && before.sendTime <= now
  const sendTime = times.startDate && isBroadcast && wasDue ? before.sendTime : times.sendTime
  const body = update.relocalize === 'Y' ? texts : mergeBodies(before.body, written, texts)
  if (!body[FALLBACK_LOCALE]) throw fault('body', BODY_ISSUE)
  return {
    ...times,
    sendTime,
    type: update.n_type,
    title: update.title,
    body,
    subject: validateSubject(update, { isMailed: isBroadcast, type: update.n_type, before: before.subject }),
    isBroadcast,
    isTest: update.is_test === undefined ? before.isTest : update.is_test === 'Y',
    isInternal: update.is_internal === undefined ? before.isInternal : update.is_internal === 'Y',
    flag: update.flag === undefined ? before.flag : update.flag || null,
    relocalize: update.relocalize === 'Y',
    emailFields: update.email_fields ?? before.emailFields,
  }
}

/**
 * Leaves out an unchanged send time, which may have passed since it was chosen. A Personalized Open keeps its
 * send time.
 */
const changedTimes = (before: NotificationRow, change: Change) => ({
  ...change,
  sendTime:
    isOpenType(change.type) || change.sendTime?.getTime() !== before.sendTime?.getTime()
      ? change.sendTime
      : null,
})

/** The values whose change counts as an edit; a change of relocalize alone does not. */
const toComparable = ({ relocalize: _, ...change }: Change) =>
  JSON.stringify({
    ...change,
    body: sortEntries(change.body),
    subject: sortEntries(change.subject),
    emailFields: sortEntries(change.emailFields),
  })

const sortEntries = (texts: Record<string, string>) =>
  Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))

function isSame(before: NotificationRow, change: Change): boolean {
  const current = Object.fromEntries(
    Object.keys(change).map((key) => [key, before[key as keyof NotificationRow]]),
  ) as unknown as Change // the stored values of the same keys
  return toComparable(current) === toComparable(change)
}

type ConfirmedChange = { before: NotificationRow; change: Change; event: EventRow }

/** Refuses a change that was confirmed for a mail, if another mail would go out or has gone out already. */
async function refuseUnconfirmed(
  call: Call<typeof endpoints.updateNotification>,
  { before, change, event }: ConfirmedChange,
  settings: MessageSettings,
): Promise<void> {
  const { db, body } = call
  const { confirmed } = body
  if (!confirmed) return
  if (before.broadcastId !== null)
    throw new Conflict(
      'The e-mails of this notification have been sent off without this change. Nothing has been stored',
      await presentNotification(db, before),
    )
  await refuseUnlikeConfirmed(call, { confirmed, notification: change, event }, settings)
}

/** Requires of a token the scope for what people outside know or are to be mailed, and a preview of what they will be. */
async function requireOutsideForUpdate(
  call: Call<typeof endpoints.updateNotification>,
  { before, change, event }: ConfirmedChange,
  settings: MessageSettings,
): Promise<void> {
  const { db, body } = call
  if (isForOutside(before) || isForOutside(change)) call.author().requireScope('broadcast:external')
  const isMailedOutside = change.isBroadcast && getAudience(change, event) === 'EXTERNAL'
  if (before.broadcastId !== null || !isMailedOutside) return
  const sending = getSending(db, { sent: body, notification: change, event }, settings)
  await requirePreview(call, sending, body.confirmed?.recipients)
}

/** An internal notification, or one of an internal event, does not exist for an author who sees nothing internal. */
function requireVisible(
  { before, event }: { before: NotificationRow; event: EventRow | undefined },
  { sees }: Author,
): void {
  // The event that the call names may be another than the notification's own.
  const isInternal = before.isInternal || event?.isInternal || event?.eventId !== before.eventId
  requireFound(isInternal && !sees('read:internal') ? undefined : before, nameOf(before.notificationId))
}

/** After mailing, the recipients, the send time, the subject and the type cannot change. */
async function refuseChangeAfterMailing(db: Db, before: NotificationRow, change: Change): Promise<void> {
  if (before.broadcastId === null) return
  const isSameMail =
    before.type === change.type &&
    change.isBroadcast &&
    change.isInternal === before.isInternal &&
    change.isTest === before.isTest &&
    JSON.stringify(sortEntries(change.subject)) === JSON.stringify(sortEntries(before.subject)) &&
    (change.startDate !== null || change.sendTime?.getTime() === before.sendTime?.getTime())
  if (isSameMail) return
  throw new Conflict(
    'The e-mails of this notification have been sent off: its type, broadcast, subject and send time cannot change any more',
    await presentNotification(db, before),
  )
}
