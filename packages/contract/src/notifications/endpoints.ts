import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { reachedChannels } from '../channels/reached.ts'
import { audience } from '../deliveries/endpoints.ts'
import { peopleByLanguage, previewMail } from '../deliveries/mail-preview.ts'
import { endpoint, write, writeOfTokens } from '../endpoint.ts'
import { removedParts } from '../incidents/removed-part.ts'
import { stoppedMails } from '../maintenance/schemas.ts'
import { rowId } from '../wire.ts'
import {
  activeNotification,
  draft,
  notification,
  notificationCreation,
  notificationUpdate,
} from './schemas.ts'

export const listActiveNotifications = endpoint({
  method: 'GET',
  path: '/v2/active_notifications',
  summary: 'The Personalized Open notifications whose start and end span now',
  access: signedIn,
  tokenScope: 'read:maintenance',
  answer: z.object({ notifications: z.array(activeNotification) }),
})

export const createNotification = endpoint({
  method: 'POST',
  path: '/notifications',
  summary: 'Attaches a notification to a maintenance event; with broadcast Y it is mailed at its send time',
  access: requires('create_maintenance_event', 'edit_maintenance_event'),
  tokenScope: 'write:maintenance',
  audits: 'Create Notification',
  body: writeOfTokens(notificationCreation),
  answer: z.object({ notification, removed: removedParts }),
})

export const updateNotification = endpoint({
  method: 'PUT',
  path: '/notifications',
  summary: 'Changes a notification; before its send time that changes what goes out',
  access: requires('edit_notifications'),
  tokenScope: 'write:maintenance',
  audits: 'Update Notification',
  body: writeOfTokens(notificationUpdate),
  answer: z.object({ notification, removed: removedParts }),
})

export const deleteNotification = endpoint({
  method: 'PUT',
  path: '/delete_notifications',
  summary: 'Deletes a notification; mails that have not gone out are stopped',
  access: requires('delete_notifications'),
  audits: 'Delete Notification',
  body: write({ notification_id: rowId }),
  answer: z.object({ notification_id: z.number().int(), mails: z.array(stoppedMails) }),
})

/**
 * Previews the mails of a draft for current subscribers. The real recipients are selected only at the send
 * time.
 */
export const previewNotification = endpoint({
  method: 'POST',
  path: '/preview_notification/',
  summary: 'What a notification would send, to how many, in which language; nothing is stored',
  access: requires('create_maintenance_event', 'edit_maintenance_event', 'edit_notifications'),
  tokenScope: 'write:maintenance',
  body: draft.extend({
    translate: z
      .boolean()
      .default(true)
      .describe('Whether languages without a text are translated, which takes seconds.'),
  }),
  answer: z.object({
    audience,
    event_version: z.number().int().describe('The version of the event that the preview was made from.'),
    total: z.number().int(),
    recipients: z.array(peopleByLanguage),
    channels: reachedChannels,
    mails: z.array(previewMail),
    fallback_locales: z.array(z.string()).describe('Languages whose readers get the English text.'),
    translations: z
      .record(z.string(), z.string())
      .describe(
        'The bodies in the languages that the draft has none in; sent back on create they are what goes out.',
      ),
    removed: removedParts,
  }),
})
export type NotificationPreview = z.infer<(typeof previewNotification)['answer']>
