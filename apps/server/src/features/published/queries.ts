import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { broadcasts } from '../../database/tables/mail.ts'

type Publication = { reference: string; exceptBroadcastId: number | undefined }

/** Whether a notification about a maintenance event was sent off to people outside, apart from one broadcast. */
export async function hasExternalNotification(
  db: Db,
  { reference, exceptBroadcastId }: Publication,
): Promise<boolean> {
  const rows = await db
    .select({ id: broadcasts.broadcastId })
    .from(broadcasts)
    .where(
      and(
        sql`lower(${broadcasts.reference}) = lower(${reference})`,
        eq(broadcasts.kind, 'notification'),
        eq(broadcasts.audience, 'EXTERNAL'),
        exceptBroadcastId === undefined ? undefined : ne(broadcasts.broadcastId, exceptBroadcastId),
      ),
    )
    .limit(1)
  return rows.length > 0
}
