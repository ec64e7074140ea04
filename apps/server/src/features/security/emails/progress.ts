import type * as endpoints from '@aviary/contract/security/email-endpoints'
import type { Db } from '../../../database/open.ts'
import { getProgress, listBroadcastsOfEmails } from '../../../mail/public.ts'
import type { EmailRow } from './queries.ts'

type Sent = Pick<endpoints.SecurityEmail, 'progress' | 'broadcast_id'>

/** How far the mails of emails are that were sent, by email. */
export async function progressOf(db: Db, rows: readonly EmailRow[]): Promise<Map<number, Sent>> {
  const sent = rows.filter(({ sentDate }) => sentDate !== null).map(({ id }) => id)
  if (sent.length === 0) return new Map()
  const broadcasts = await listBroadcastsOfEmails(db, sent)
  const found = await getProgress(db, [...broadcasts.values()])
  return new Map(
    [...broadcasts].flatMap(([emailId, broadcastId]) => {
      const progress = found.get(broadcastId)
      return progress ? [[emailId, { progress, broadcast_id: broadcastId }]] : []
    }),
  )
}
