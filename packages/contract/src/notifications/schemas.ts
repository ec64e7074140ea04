import { z } from 'zod'
import { channelProgress } from '../channels/progress.ts'
import { PREVIEW_HOLDS_MINUTES } from '../constants.ts'
import { audience, progress } from '../deliveries/endpoints.ts'
import { byLanguage } from '../messages/body.ts'
import { onlyWith } from '../only-with.ts'
import { emailAddress, oneLine, rowId, systemKey, yesNo, zonedTime } from '../wire.ts'
import { NOTIFICATION_TYPES } from './rules.ts'

const moment = z.iso.datetime()

/**
 * A notification of a maintenance event (spec 2 §3). `mwin_id` is the id of the event; body and subject are
 * texts by language.
 */
export const notification = z.object({
  id: z.number().int(),
  mwin_id: z.number().int(),
  n_type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  body: z.record(z.string(), z.string()),
  subject: z.record(z.string(), z.string()),
  start_date: moment.nullable().describe('When a Personalized Open shows; null for the other types.'),
  end_date: moment.nullable(),
  send_time: moment.nullable().describe('When it is mailed; null when it is not.'),
  sent_time: moment.nullable(),
  broadcast: yesNo,
  mail_queued: yesNo.describe('Its recipients have been taken down and are being mailed, or have been.'),
  broadcast_id: z.number().int().nullable(),
  progress: progress.nullable(),
  channels: channelProgress.nullable().describe('Null until it is sent, as `progress`.'),
  comm_src: z.string(),
  created_by: onlyWith('read:people', z.string()),
  created_date: moment,
  updated_by: onlyWith('read:people', z.string().nullable()),
  updated_date: moment.nullable(),
  is_test: yesNo,
  is_internal: yesNo,
  flag: z.string().nullable(),
  relocalize: yesNo,
  email_fields: z.record(z.string(), z.string()),
  version: z.number().int(),
})
export type Notification = z.infer<typeof notification>

/** Accepts texts by language, or a plain string for English. */
const textByLanguage = <T extends z.ZodType<string, string>>(text: T) =>
  z.union([text, z.record(z.string().min(2).max(35), text)]).transform(byLanguage)

const LONGEST_TITLE = 200
const LONGEST_SUBJECT = 300
const LONGEST_BODY = 100_000

const fields = {
  mwin_id: rowId,
  n_type: z.enum(NOTIFICATION_TYPES, {
    error: `Issue with Type: use one of ${NOTIFICATION_TYPES.join(', ')}`,
  }),
  title: oneLine().min(1, 'Issue with Notification Title').max(LONGEST_TITLE),
  body: textByLanguage(z.string().max(LONGEST_BODY)).describe(
    'An empty text of another language than English says that there is none: an edit takes it away.',
  ),
  subject: textByLanguage(oneLine().max(LONGEST_SUBJECT))
    .nullish()
    .describe('Required when broadcast is Y; an empty text says none.'),
  start_date: zonedTime
    .nullish()
    .describe('Of a Personalized Open, which needs start and end; dropped for the other types.'),
  end_date: zonedTime.nullish(),
  send_time: zonedTime.nullish().describe('With broadcast Y; dropped otherwise.'),
  broadcast: yesNo,
  flag: z.union([systemKey, z.literal('')]).nullish(),
  relocalize: yesNo.default('N'),
  email_fields: z.record(z.string().max(100), z.string().max(10_000)).optional(),
}

export const notificationDraft = {
  ...fields,
  is_test: yesNo,
  is_internal: yesNo.default('N'),
  comm_src: z.string().trim().min(1).max(100),
  created_by: emailAddress
    .optional()
    .describe('The signed-in person; required with a session. A token leaves it out.'),
}
export const draft = z.object(notificationDraft)
export type NotificationDraft = z.output<typeof draft>

const translations = z.record(z.string().max(35), z.string().max(LONGEST_BODY)).optional()

const confirmed = z
  .object({
    audience,
    event_version: z.number().int(),
    recipients: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('The `total` of the preview, compared with the number by now if it is sent.'),
  })
  .optional()
  .describe(
    `With broadcast Y: \`audience\` and \`event_version\` of the preview that the person confirmed. If the event has changed since, or the audience is another, the call is refused with 409. The number of recipients may change until the send time, when they are taken. A token needs all three, and the scope \`broadcast:external\`, for people outside: from a preview of the same fields that it made itself in the last ${PREVIEW_HOLDS_MINUTES} minutes; each preview counts once.`,
  )

export const notificationCreation = {
  ...notificationDraft,
  /**
   * With broadcast Y: the translated bodies that the person confirmed, for languages that `body` lacks. If
   * omitted, the server translates.
   */
  translations,
  confirmed,
}

export const notificationUpdate = {
  ...fields,
  notification_id: rowId,
  is_test: yesNo.optional(),
  is_internal: yesNo.optional(),
  comm_src: z.string().trim().max(100).optional(),
  created_by: z.string().max(320).optional(),
  translations,
  confirmed,
  version: z
    .number()
    .int()
    .optional()
    .describe('The version that was edited; a notification that has been changed since refuses the edit.'),
}
const update = z.object(notificationUpdate)
export type NotificationUpdate = z.output<typeof update>

/** Audience and event version that a person confirmed before a notification is mailed. */
export type Confirmed = NonNullable<NotificationUpdate['confirmed']>

/** A notification that Aviary shows now, with title and data centers of its event. */
export const activeNotification = z.object({
  id: z.number().int(),
  mwin_id: z.number().int(),
  n_type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  body: z.record(z.string(), z.string()),
  start_date: moment,
  end_date: moment,
  is_internal: yesNo,
  is_test: yesNo.describe('The notification is a test, or its event is.'),
  flag: z.string().nullable(),
  event_title: z.string(),
  data_centers: z.array(z.string()),
})
export type ActiveNotification = z.infer<typeof activeNotification>
