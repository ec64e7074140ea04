import type * as endpoints from '@aviary/contract/security/email-endpoints'
import type { Db } from '../../../database/open.ts'
import { getProgress, listBroadcastsOfEmails } from '../../../mail/public.ts'
import type { EmailRow } from './queries.ts'

type SendingState = Pick<endpoints.SecurityEmail, 'progress' | 'broadcast_id'>

/** Delivery progress of the sent emails among `rows`, by email id. */
export async function getProgressByEmail(
  db: Db,
  rows: readonly EmailRow[],
): Promise<Map<number, SendingState>> {
  const sentIds = rows.filter(({ sentDate }) => sentDate !== null).map(({ id }) => id)
  if (sentIds.length === 0) return new Map()
  const broadcasts = await listBroadcastsOfEmails(db, sentIds)
  const progressByBroadcast = await getProgress(db, [...broadcasts.values()])
  return new Map(
    [...broadcasts].flatMap(([emailId, broadcastId]) => {
      const progress = progressByBroadcast.get(broadcastId)
      return progress ? [[emailId, { progress, broadcast_id: broadcastId }]] : []
    }),
  )
}
