import type { Db } from '../../database/open.ts'
import { findTemplates, insertTemplates } from './queries.ts'

const MESSAGES: [title: string, messageType: string, body: string][] = [
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

/** An installation's first templates; whoever has any keeps those. */
export async function seedTemplates(db: Db, now: Date): Promise<void> {
  if ((await findTemplates(db)).length > 0) return
  await insertTemplates(
    db,
    MESSAGES.map(([title, messageType, body]) => ({
      templateType: 'message' as const,
      title,
      messageType,
      body,
      affectedService: 'General',
      createdBy: 'Aviary',
      createdDate: now,
    })),
  )
}
