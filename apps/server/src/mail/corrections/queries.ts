import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers, texts } from '../../database/parameters.ts'
import { refreshStatistics } from '../../database/statistics.ts'
import { broadcasts, deliveries, deliveryQueue } from '../../database/tables/mail.ts'
import type { MailContent } from '../queries.ts'
import { stopBroadcast } from '../queue/queries.ts'

// Corrections: broadcasts to exactly those who were mailed a message before.

/**
 * The latest mail of a message to each address that has it or still waits for it. Mails that failed for good or
 * were stopped do not count: their recipients never got the text.
 */
const latestMails = (messageId: number): SQL => sql`
  select distinct on (lower(d.email)) d.subscriber_id, d.email, d.locale, d.company_id, d.state,
    b.message_version as version, b.audience, b.created_at
  from ${broadcasts} b join ${deliveries} d using (broadcast_id)
  where b.message_id = ${messageId} and d.state in ('sent', 'queued', 'deferred')
  order by lower(d.email), d.broadcast_id desc`

/** People who have, or will get, the same text: one version of the message in one language. */
export type MailedGroup = {
  locale: string
  version: number
  people: number
  /** How many of them have not been sent it yet. */
  waiting: number
  audience: 'INTERNAL' | 'EXTERNAL'
  mailedAt: Date
}

export const listMailedGroups = async (db: Db, messageId: number): Promise<MailedGroup[]> => {
  const result = await db.execute<Omit<MailedGroup, 'mailedAt'> & { mailedAt: string | Date }>(sql`
    select locale, version, count(*)::int as people,
      count(*) filter (where state <> 'sent')::int as waiting,
      audience, max(created_at) as "mailedAt"
    from (${latestMails(messageId)}) as mailed
    group by locale, version, audience order by locale, version`)
  return result.rows.map((row) => ({ ...row, mailedAt: new Date(row.mailedAt) }))
}

type NewCorrection = {
  incidentId: number
  messageId: number
  messageVersion: number
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  contents: Record<string, MailContent>
  createdBy: string
  /** The groups that are mailed. */
  groups: readonly Pick<MailedGroup, 'locale' | 'version'>[]
}

/**
 * Records a correction to everybody in the groups, each in the language of their earlier mail, and stops the
 * mails of the message that wait or can be retried, because they contain the text before. Call it with the
 * message locked, so that no other correction of it runs.
 */
export async function createCorrection(db: Db, correction: NewCorrection, now: Date) {
  const { groups, ...row } = correction
  const { messageId, contents } = row
  const earlier = await listUnfinishedBroadcasts(db, messageId)
  const [created] = await db
    .insert(broadcasts)
    .values({ ...row, kind: 'incident_message', createdAt: now })
    .returning({ broadcastId: broadcasts.broadcastId })
  if (!created) throw new Error('The correction was not stored')
  const { broadcastId } = created
  const at = now.toISOString()
  const inserted = await db.execute(sql`
    with mailed as materialized (${latestMails(messageId)}), chosen as (
      select * from unnest(${texts(groups.map(({ locale }) => locale))},
        ${integers(groups.map(({ version }) => version))}) as chosen (locale, version)
    ), taken as (
      insert into ${deliveries} (broadcast_id, subscriber_id, email, locale, company_id, state, created_at)
      select ${broadcastId}, subscriber_id, email,
        case when locale = any(${texts(Object.keys(contents))}) then locale else 'en' end,
        company_id, 'queued', ${at}
      from mailed join chosen using (locale, version)
      returning delivery_id
    )
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
    select delivery_id, ${broadcastId}, 'queued', ${at} from taken`)
  const recipients = inserted.rowCount ?? 0
  await refreshStatistics(db, deliveryQueue, recipients)
  await db.update(broadcasts).set({ recipients }).where(eq(broadcasts.broadcastId, broadcastId))
  for (const id of earlier) await stopBroadcast(db, id, now)
  return { broadcastId, recipients }
}

/** The broadcasts of a message with mails that wait, or that failed and could be retried. */
async function listUnfinishedBroadcasts(db: Db, messageId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: deliveryQueue.broadcastId })
    .from(deliveryQueue)
    .innerJoin(broadcasts, eq(broadcasts.broadcastId, deliveryQueue.broadcastId))
    .where(eq(broadcasts.messageId, messageId))
  return rows.map(({ id }) => id)
}
