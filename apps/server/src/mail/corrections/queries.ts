import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers, rowNumbers, texts } from '../../database/parameters.ts'
import { refreshStatistics } from '../../database/statistics.ts'
import { broadcasts, deliveries, deliveryQueue, subscribers } from '../../database/tables/mail.ts'
import type { MailContent, MailHeadline, MailSeries } from '../queries.ts'
import { stopDeliveries } from '../queue/queries.ts'

// A correction is a broadcast to people who were mailed an earlier version of the message, and to nobody
// else.

/**
 * The latest mail of a message to each address that has the mail or still waits for it. Mails that failed for
 * good or were stopped do not count, because their recipients never got the text. Internal mails to a domain
 * that is no longer ours do not count, because its people must not get the new text.
 */
const latestMails = (messageId: number, internalDomains: readonly string[]): SQL => sql`
  select distinct on (lower(d.email)) d.email, d.locale, d.company_id, d.state,
    b.message_version as version, b.audience, b.created_at
  from ${broadcasts} b join ${deliveries} d using (broadcast_id)
  where b.message_id = ${messageId} and d.state in ('sent', 'queued', 'deferred')
    and (b.audience = 'EXTERNAL' or split_part(lower(d.email), '@', 2) = any(${texts(internalDomains)}))
  order by lower(d.email), d.broadcast_id desc`

/** People who have, or will get, the same text: one version of the message in one language. */
export type MailedGroup = {
  locale: string
  version: number
  people: number
  /** Number of these people who have not been sent the mail yet. */
  waiting: number
  audience: 'INTERNAL' | 'EXTERNAL'
  mailedAt: Date
}

export const listMailedGroups = async (
  db: Db,
  messageId: number,
  internalDomains: readonly string[],
): Promise<MailedGroup[]> => {
  const result = await db.execute<Omit<MailedGroup, 'mailedAt'> & { mailedAt: string | Date }>(sql`
    select locale, version, count(*)::int as people,
      count(*) filter (where state <> 'sent')::int as waiting,
      audience, max(created_at) as "mailedAt"
    from (${latestMails(messageId, internalDomains)}) as mailed
    group by locale, version, audience order by locale, version`)
  return result.rows.map((row) => ({ ...row, mailedAt: new Date(row.mailedAt) }))
}

/** The texts of a message in mails that wait, or that failed and can be tried again. */
export async function listUnsentTexts(
  db: Db,
  messageId: number,
): Promise<Pick<MailedGroup, 'locale' | 'version'>[]> {
  const result = await db.execute<Pick<MailedGroup, 'locale' | 'version'>>(sql`
    select distinct d.locale, b.message_version as version
    from ${broadcasts} b join ${deliveryQueue} q using (broadcast_id) join ${deliveries} d using (delivery_id)
    where b.message_id = ${messageId} order by d.locale, version`)
  return result.rows
}

type NewCorrection = {
  incidentId: number
  messageId: number
  messageVersion: number
  reference: string
  messageType: string
  audience: 'INTERNAL' | 'EXTERNAL'
  contents: Record<string, MailContent>
  series: MailSeries
  headline: MailHeadline
  createdBy: string
}

type Groups = readonly Pick<MailedGroup, 'locale' | 'version'>[]
type Readers = {
  /** Groups that get the correction. */
  affected: Groups
  /** Texts that do not change: mails with them that wait or can be retried are not stopped. */
  unchanged: Groups
  internalDomains: readonly string[]
}

const rowsOf = (groups: Groups): SQL => sql`
  select * from unnest(${texts(groups.map(({ locale }) => locale))},
    ${integers(groups.map(({ version }) => version))}) as listed (locale, version)`

/**
 * Records a correction to everybody in the affected groups, each in the language of their earlier mail. Stops
 * mails of the message with the old text that wait or can be retried. Call it with the message locked, so
 * that no other correction of it runs.
 */
export async function createCorrection(
  db: Db,
  { readers, ...correction }: NewCorrection & { readers: Readers },
  now: Date,
) {
  const { messageId, contents } = correction
  const { affected, internalDomains } = readers
  // Locks the broadcasts: a retry of failed mails then runs before or after this, never in between. Otherwise
  // its mails would be stopped, and their recipients would get no correction.
  await db.execute(sql`select from ${broadcasts} where ${broadcasts.messageId} = ${messageId} for update`)
  const [created] = await db
    .insert(broadcasts)
    .values({ ...correction, kind: 'incident_message', createdAt: now })
    .returning({ broadcastId: broadcasts.broadcastId })
  if (!created) throw new Error('The correction was not stored')
  const { broadcastId } = created
  const at = now.toISOString()
  // Uses the current subscriber of the address: a person who left and came back after the earlier mail has a new
  // unsubscribe link.
  const inserted = await db.execute(sql`
    with mailed as materialized (${latestMails(messageId, internalDomains)}), taken as (
      insert into ${deliveries} (broadcast_id, subscriber_id, time_zone, email, locale, company_id, state, created_at)
      select ${broadcastId}, s.subscriber_id, s.time_zone, mailed.email,
        case when mailed.locale = any(${texts(Object.keys(contents))}) then mailed.locale else 'en' end,
        mailed.company_id, 'queued', ${at}
      from (select * from mailed join (${rowsOf(affected)}) as chosen using (locale, version)) as mailed
        left join ${subscribers} s on lower(s.email) = lower(mailed.email)
      returning delivery_id
    )
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
    select delivery_id, ${broadcastId}, 'queued', ${at} from taken`)
  const recipients = inserted.rowCount ?? 0
  await refreshStatistics(db, deliveryQueue, recipients)
  await waitForHeld(db, messageId, broadcastId)
  await db.update(broadcasts).set({ recipients }).where(eq(broadcasts.broadcastId, broadcastId))
  await stopDeliveries(db, await listOutdated(db, { messageId, broadcastId, ...readers }), now)
  return { broadcastId, recipients }
}

/**
 * A worker that holds an earlier mail is finished with that mail when its lease ends, so the correction waits
 * until then. Few mails are held at a time, so each is looked up.
 */
async function waitForHeld(db: Db, messageId: number, broadcastId: number): Promise<void> {
  const held = await db.execute<{ deliveryId: string; dueAt: string | Date }>(sql`
    select (select c.delivery_id from ${deliveries} c
        where c.broadcast_id = ${broadcastId} and lower(c.email) = lower(d.email)) as "deliveryId",
      q.due_at as "dueAt"
    from ${broadcasts} b join ${deliveryQueue} q using (broadcast_id) join ${deliveries} d using (delivery_id)
    where b.message_id = ${messageId} and b.broadcast_id <> ${broadcastId} and q.worker is not null`)
  const rows = held.rows.filter(({ deliveryId }) => deliveryId !== null)
  await db.execute(sql`
    update ${deliveryQueue} q set due_at = greatest(q.due_at, held.due_at)
    from unnest(${rowNumbers(rows.map(({ deliveryId }) => Number(deliveryId)))},
      ${sql.param(rows.map(({ dueAt }) => new Date(dueAt).toISOString()))}::timestamptz[]) as held (delivery_id, due_at)
    where q.delivery_id = held.delivery_id`)
}

type Outdated = Pick<Readers, 'unchanged'> & { messageId: number; broadcastId: number }

/** Mails in the queue that contain an old text, or whose recipients get the correction. */
async function listOutdated(db: Db, { messageId, broadcastId, unchanged }: Outdated): Promise<number[]> {
  const result = await db.execute<{ deliveryId: string }>(sql`
    select q.delivery_id as "deliveryId"
    from ${broadcasts} b join ${deliveryQueue} q using (broadcast_id) join ${deliveries} d using (delivery_id)
    where b.message_id = ${messageId} and b.broadcast_id <> ${broadcastId} and (
      (d.locale, b.message_version) not in (${rowsOf(unchanged)})
      or exists (select from ${deliveries} c
        where c.broadcast_id = ${broadcastId} and lower(c.email) = lower(d.email)))`)
  return result.rows.map(({ deliveryId }) => Number(deliveryId))
}
