import type * as endpoints from '@aviary/contract/notifications/endpoints'
import type { NotificationDraft } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import { requireOwnName } from '../../http/author.ts'
import type { Author, Call, Preparation } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { previewBroadcast } from '../../mail/public.ts'
import { previewChannels } from '../channels/public.ts'
import { findVisible, getEvent, requireEvent } from '../maintenance/public.ts'
import {
  confirmBodies,
  getUntypedBodies,
  listMissingLanguages,
  type MessageSettings,
  readBodies,
  refuseWithoutEnglish,
  translateBodies,
} from '../messages/public.ts'
import { rememberPreview, requirePreview } from '../token-previews/public.ts'
import {
  BODY_ISSUE,
  refuseForCancelled,
  refusePast,
  refuseUnknownFlag,
  validateSubject,
  validateTimes,
} from './checks.ts'
import { refuseConfirmedWithoutBroadcast, refuseUnlikeConfirmed } from './confirmed.ts'
import { getAudience, getCriteria, type Mailable, renderContents } from './notification-mail.ts'
import { presentNotification } from './present.ts'
import * as queries from './queries.ts'
import { getSending, isForOutside } from './sending.ts'

/** Checks a draft by the rules of spec 2 §5, except for times: a preview accepts past times, a creation does not. */
async function checkDraft(db: Db, draft: NotificationDraft, author: Author) {
  requireOwnName(author, draft.created_by, 'is not the signed-in person')
  await refuseUnknownFlag(db, draft.flag)
  const written = await readBodies(db, draft.body, BODY_ISSUE)
  refuseWithoutEnglish(written)
  const isMailed = draft.broadcast === 'Y'
  const subject = validateSubject(draft, { isMailed, type: draft.n_type })
  return { written, subject, isMailed }
}

/** Checks the draft and translates it before the transaction: translation takes seconds. */
export async function prepareNotification(
  call: Preparation<typeof endpoints.createNotification>,
  settings: MessageSettings,
) {
  const { db, body: draft, now } = call
  const { written, subject, isMailed } = await checkDraft(db, draft, call.author())
  const times = validateTimes(draft, now)
  refusePast(times, now)
  const { translations } = draft
  refuseConfirmedWithoutBroadcast(draft.broadcast, draft.confirmed)
  // Before the translation, which may cost money.
  if (isForOutside({ ...toFlags(draft), isBroadcast: isMailed }))
    call.author().requireScope('broadcast:external')
  if (!isMailed && translations)
    throw fault('translations', 'is for broadcast Y; without a broadcast the server translates')
  const bodies = translations
    ? await confirmBodies(db, written, translations)
    : await translateBodies(db, written, settings.translate)
  return { bodies, times, subject, isMailed, removed: written.removed }
}

type Prepared = Awaited<ReturnType<typeof prepareNotification>>

const toFlags = ({ is_internal, is_test }: Pick<NotificationDraft, 'is_internal' | 'is_test'>) => ({
  isInternal: is_internal === 'Y',
  isTest: is_test === 'Y',
})

/**
 * Stores a notification. With broadcast Y it is mailed at its send time, to those who are subscribed at that
 * time.
 */
export async function createNotification(
  call: Call<typeof endpoints.createNotification>,
  { bodies, times, subject, isMailed, removed }: Prepared,
  settings: MessageSettings,
) {
  const { db, body: draft, now } = call
  const author = call.author()
  const event = await requireEvent(db, draft.mwin_id, findVisible(author.sees))
  refuseForCancelled(event, draft.n_type, author)
  const notification: Mailable = {
    ...{ type: draft.n_type, title: draft.title, body: bodies, subject },
    ...toFlags(draft),
    ...{ startDate: times.startDate, endDate: times.endDate },
  }
  const { confirmed } = draft
  if (confirmed) await refuseUnlikeConfirmed(call, { confirmed, notification, event }, settings)
  if (isMailed && getAudience(notification, event) === 'EXTERNAL')
    await requirePreview(
      call,
      getSending(db, { sent: draft, notification, event }, settings),
      confirmed?.recipients,
    )
  const row = await queries.createNotification(db, {
    ...notification,
    sendTime: times.sendTime,
    eventId: event.eventId,
    isBroadcast: isMailed,
    flag: draft.flag || null,
    relocalize: draft.relocalize === 'Y',
    emailFields: draft.email_fields ?? {},
    commSrc: draft.comm_src,
    createdBy: author.name,
    createdDate: now,
  })
  const presented = await presentNotification(db, row)
  call.audit({ event_id: event.eventId, before: null, after: presented })
  call.changed('maintenance')
  return { notification: presented, removed: [...removed] }
}

/** Previews the mail as if the notification were due now, using the same functions that create the mail. */
export async function previewDraft(
  call: Call<typeof endpoints.previewNotification>,
  settings: MessageSettings,
) {
  const { db, body: draft, now } = call
  const author = call.author()
  const { written, subject } = await checkDraft(db, draft, author)
  const { startDate, endDate } = validateTimes(draft, now)
  const event = await requireEvent(db, draft.mwin_id, findVisible(author.sees, getEvent))
  refuseForCancelled(event, draft.n_type, author)
  const body = draft.translate ? await translateBodies(db, written, settings.translate) : written.typed
  const notification: Mailable = {
    ...{ type: draft.n_type, title: draft.title, body, subject },
    ...{ ...toFlags(draft), startDate, endDate },
  }
  const contents = await renderContents(db, { notification, event }, settings)
  const criteria = getCriteria(notification, event, settings)
  const audience = getAudience(notification, event)
  const preview = await previewBroadcast(db, { contents, criteria }, settings)
  if (draft.broadcast === 'Y' && audience === 'EXTERNAL')
    await rememberPreview(call, getSending(db, { sent: draft, notification, event }, settings), preview.total)
  return {
    audience,
    event_version: event.version,
    ...preview,
    channels: await previewChannels(db, { to: criteria, audience, type: 'notification.published' }, author),
    fallback_locales: await listMissingLanguages(db, contents),
    translations: getUntypedBodies(body, written),
    removed: [...written.removed],
  }
}
