import type { Db } from '../database/open.ts'

import type { Criteria, MailContent } from './queries.ts'
import * as queries from './queries.ts'

/** What the mails tell of. */
type Matter =
  | { kind: 'incident_message'; incidentId: number; messageId: number }
  | { kind: 'notification'; notificationId: number }

export type NewBroadcast = Matter & {
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  /** By language; English is always among them. */
  contents: Record<string, MailContent>
  createdBy: string
  criteria: Criteria
}

/** Takes down who is to be mailed what, within the caller's transaction. Workers send it once that has committed. */
export async function createBroadcast(
  db: Db,
  broadcast: NewBroadcast,
  now: Date,
): Promise<{ broadcastId: number; recipients: number }> {
  const broadcastId = await queries.createBroadcast(db, { ...broadcast, createdAt: now })
  const { contents, criteria } = broadcast
  const recipients = await queries.createDeliveries(db, {
    broadcastId,
    criteria,
    locales: Object.keys(contents),
    now,
  })
  return { broadcastId, recipients }
}

type PersonalMail = {
  kind: 'subscription_change'
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  contents: Record<string, MailContent>
  createdBy: string
  recipient: { email: string; locale: string; companyId: number | null }
}

/** Takes down one mail to one person, as `createBroadcast` does one to many. It has no link for unsubscribing. */
export async function createPersonalMail(db: Db, { recipient, ...mail }: PersonalMail, now: Date) {
  const broadcastId = await queries.createBroadcast(db, { ...mail, recipients: 1, createdAt: now })
  await queries.createDelivery(db, { ...recipient, broadcastId, now })
  return broadcastId
}
