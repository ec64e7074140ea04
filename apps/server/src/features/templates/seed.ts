import type { NotificationType } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

type Seeded<Type extends string> = [title: string, type: Type, body: string]

const MESSAGES: Seeded<string>[] = [
  [
    'Investigating',
    'Initial Notification',
    '<p>We are aware of a problem and are investigating it. Some users may not be able to work as usual.</p><p>We will tell you more as soon as we know it.</p>',
  ],
  [
    'Still working on it',
    'Update',
    '<p>We are still working on the problem. There is no change in its extent.</p>',
  ],
  [
    'Back to normal',
    'Service Restored',
    '<p>The service works as usual again. We are sorry for the trouble and will tell you its cause when we know it.</p>',
  ],
]

const NOTIFICATIONS: Seeded<NotificationType>[] = [
  [
    'Maintenance is under way',
    'Personalized Open',
    '<p>We are doing planned maintenance on the system you use. It may be slow or unavailable for short periods until the maintenance is over.</p><p>Save your work often. You do not need to do anything else.</p>',
  ],
  [
    'Maintenance is planned',
    'Maintenance Announcement',
    '<p>We will do planned maintenance at the time given. During it the services of this data center may be slow or unavailable.</p><p>Please finish and save your work before it begins. We will tell you when it is complete.</p>',
  ],
  [
    'The maintenance takes longer',
    'Maintenance Update',
    '<p>The maintenance that we announced takes longer than planned. The services of this data center may be slow or unavailable until it is complete.</p><p>We will tell you when it is.</p>',
  ],
  [
    'The maintenance does not take place',
    'Maintenance Cancelled',
    '<p>The maintenance that we announced does not take place. All services stay available as usual.</p><p>If we plan it again, we will announce the new time.</p>',
  ],
  [
    'The maintenance is complete',
    'Maintenance Complete',
    '<p>The maintenance is complete, and all services are available as usual. Thank you for your patience.</p><p>If something does not work as before, please tell our support.</p>',
  ],
]

/** Creates the first templates of an installation; does nothing when it has any. */
export async function seedTemplates(db: Db, now: Date): Promise<void> {
  if ((await queries.listTemplates(db)).length > 0) return
  const creation = { createdBy: 'Aviary', createdDate: now }
  const messages = MESSAGES.map(([title, messageType, body]) => ({
    ...{ templateType: 'message' as const, title, messageType, body },
    ...{ affectedService: 'General', ...creation },
  }))
  const notifications = NOTIFICATIONS.map(([title, notificationType, body]) => ({
    ...{ templateType: 'notification' as const, title, notificationType, body, ...creation },
  }))
  await queries.createTemplates(db, [...messages, ...notifications])
}
