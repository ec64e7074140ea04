import type { Db } from '../database/open.ts'

import type { Criteria, MailContent, MailHeadline, MailSeries } from './queries.ts'
import * as queries from './queries.ts'

/** Subject matter of a broadcast: an incident message or a maintenance notification. */
type Matter =
  | { kind: 'incident_message'; incidentId: number; messageId: number; headline: MailHeadline }
  | { kind: 'notification'; notificationId: number }

export type NewBroadcast = Matter & {
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  /** By language; English is always included. */
  contents: Record<string, MailContent>
  series: MailSeries
  createdBy: string
  criteria: Criteria
  /** Our own domains: their addresses belong to no company. */
  internalDomains: readonly string[]
}

/** Records recipients and content in the caller's transaction. Workers send the mails after the commit. */
export async function createBroadcast(
  db: Db,
  broadcast: NewBroadcast,
  now: Date,
): Promise<{ broadcastId: number; recipients: number }> {
  const { internalDomains, ...row } = broadcast
  const broadcastId = await queries.createBroadcast(db, { ...row, createdAt: now })
  const { contents, criteria } = broadcast
  const recipients = await queries.createDeliveries(db, {
    broadcastId,
    criteria,
    locales: Object.keys(contents),
    internalDomains,
    now,
  })
  return { broadcastId, recipients }
}

type PersonalMail = {
  kind: 'subscription_change' | 'channel_notice' | 'subscription_request'
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  contents: Record<string, MailContent>
  createdBy: string
  recipient: {
    email: string
    locale: string
    timeZone: string | null
    internalDomains: readonly string[]
    /** Subscriber whose unsubscribe link the mail contains; undefined for a mail without that link. */
    subscriberId: number | undefined
  }
}

/** Records one mail to one person. */
export async function createPersonalMail(db: Db, { recipient, ...mail }: PersonalMail, now: Date) {
  const broadcastId = await queries.createBroadcast(db, { ...mail, recipients: 1, createdAt: now })
  await queries.createDelivery(db, { ...recipient, broadcastId, now })
  return broadcastId
}

type StaffMail = {
  kind: 'reminder'
  reference: string
  messageType: string
  /** By language; English is always included. */
  contents: Record<string, MailContent>
  series: MailSeries
  createdBy: string
  /** `subscriberId`: as for a mail to one person. */
  recipients: readonly {
    email: string
    locale: string
    timeZone: string | null
    subscriberId: number | null
  }[]
  internalDomains: readonly string[]
}

/** Records one mail to people of our own domains that the caller names. Workers send it after the commit. */
export async function createStaffMail(
  db: Db,
  { recipients, internalDomains, ...mail }: StaffMail,
  now: Date,
): Promise<number> {
  const row = { ...mail, audience: 'INTERNAL' as const, recipients: recipients.length, createdAt: now }
  const broadcastId = await queries.createBroadcast(db, row)
  for (const { email, locale, timeZone, subscriberId } of recipients)
    await queries.createDelivery(db, {
      ...{ broadcastId, email, locale, timeZone, internalDomains, now },
      subscriberId: subscriberId ?? undefined,
    })
  return broadcastId
}
