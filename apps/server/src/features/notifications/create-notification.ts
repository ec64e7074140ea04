import type * as endpoints from '@aviary/contract/notifications/endpoints'
import type { NotificationDraft } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import type { Call, Preparation } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { previewBroadcast } from '../../mail/public.ts'
import { getEvent, requireEvent } from '../maintenance/public.ts'
import {
  confirmedBodies,
  languagesWithout,
  type MessageSettings,
  readBodies,
  refuseWithoutEnglish,
  translatedBodies,
  untypedBodies,
} from '../messages/public.ts'
import { BODY_ISSUE, refusePast, refuseUnknownFlag, subjectOf, timesOf } from './checks.ts'
import { audienceOf, contentsOf, criteriaOf, type Mailable } from './mail-of-notification.ts'
import { presentOne } from './present.ts'
import * as queries from './queries.ts'

/** A draft that may be stored: every rule of spec 2 §5 but the send time, which a preview does not need. */
async function checkDraft(db: Db, draft: NotificationDraft, person: { email: string }) {
  if (draft.created_by.toLowerCase() !== person.email.toLowerCase())
    throw fault('created_by', 'is not the signed-in person')
  await refuseUnknownFlag(db, draft.flag)
  const written = await readBodies(db, draft.body, BODY_ISSUE)
  refuseWithoutEnglish(written)
  const isMailed = draft.broadcast === 'Y'
  const subject = subjectOf(draft, { isMailed, type: draft.n_type })
  return { written, subject, isMailed }
}

/** A notification in every language. */
export async function prepareNotification(
  call: Preparation<typeof endpoints.createNotification>,
  settings: MessageSettings,
) {
  const { db, body: draft, now } = call
  const { written, subject, isMailed } = await checkDraft(db, draft, call.person())
  const times = timesOf(draft, now)
  refusePast(times, now)
  const { translations } = draft
  if (!isMailed && translations)
    throw fault('translations', 'is for broadcast Y; without a broadcast the server translates')
  const bodies = translations
    ? await confirmedBodies(db, written, translations)
    : await translatedBodies(db, written, settings.translate)
  return { bodies, times, subject, isMailed, removed: written.removed }
}

type Prepared = Awaited<ReturnType<typeof prepareNotification>>

/** Stores a notification. With broadcast Y it is mailed when its time has come, to those who subscribe then. */
export async function createNotification(
  call: Call<typeof endpoints.createNotification>,
  { bodies, times, subject, isMailed, removed }: Prepared,
) {
  const { db, body: draft, now } = call
  const event = await requireEvent(db, draft.mwin_id)
  const row = await queries.createNotification(db, {
    ...times,
    eventId: event.eventId,
    type: draft.n_type,
    title: draft.title,
    body: bodies,
    subject,
    isBroadcast: isMailed,
    isTest: draft.is_test === 'Y',
    isInternal: draft.is_internal === 'Y',
    flag: draft.flag || null,
    relocalize: draft.relocalize === 'Y',
    emailFields: draft.email_fields ?? {},
    commSrc: draft.comm_src,
    createdBy: call.person().email,
    createdDate: now,
  })
  const notification = await presentOne(db, row)
  call.audit({ event_id: event.eventId, before: null, after: notification })
  call.changed('maintenance')
  return { notification, removed: [...removed] }
}

/** What would be mailed if it were due now, made by the very functions that make it. */
export async function previewDraft(
  call: Call<typeof endpoints.previewNotification>,
  settings: MessageSettings,
) {
  const { db, body: draft, now } = call
  const { written, subject } = await checkDraft(db, draft, call.person())
  const { startDate, endDate } = timesOf(draft, now)
  const event = await requireEvent(db, draft.mwin_id, getEvent)
  const body = await translatedBodies(db, written, settings.translate)
  const notification: Mailable = {
    ...{ type: draft.n_type, title: draft.title, body, subject },
    ...{ isInternal: draft.is_internal === 'Y', isTest: draft.is_test === 'Y', startDate, endDate },
  }
  const contents = await contentsOf(db, { notification, event }, settings)
  const criteria = criteriaOf(notification, event, settings)
  return {
    audience: audienceOf(notification, event),
    ...(await previewBroadcast(db, { contents, criteria }, settings)),
    fallback_locales: await languagesWithout(db, contents),
    translations: untypedBodies(body, written),
    removed: [...written.removed],
  }
}
