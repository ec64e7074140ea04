import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { refreshStatistics } from '../../database/statistics.ts'
import { broadcasts, deliveries, deliveryQueue, mailedEmails } from '../../database/tables/mail.ts'
import { securityEmails, securityUsers } from '../../database/tables/security.ts'
import { currentTraceparent } from '../../process/tracing.ts'
import { type MailContent, NO_PROGRESS, type Progress } from '../queries.ts'

/** One rendered security email. Its company is not passed in: the SQL reads it from the email's row. */
export type SecurityMail = { emailId: number; reference: string; messageType: string; content: MailContent }

type Sent = { by: string; now: Date }

/**
 * Creates a broadcast per email and a delivery per active security user of the email's company, in one
 * statement. A trigger records the broadcasts in `mailed_emails`. The company comes from the email's row,
 * where it cannot change. Returns the number of recipients per email.
 */
export async function createSecurityBroadcasts(
  db: Db,
  mails: readonly SecurityMail[],
  { by, now }: Sent,
): Promise<Map<number, number>> {
  const at = now.toISOString()
  // Sent as one JSON text: in an array of texts each quote of each mail would be escaped a second time.
  const emailsJson = JSON.stringify(
    mails.map(({ emailId, reference, messageType, content }) => ({
      email_id: emailId,
      reference,
      message_type: messageType,
      contents: { en: content },
    })),
  )
  const result = await db.execute<{ email_id: number; recipients: number }>(sql`
    with mails as (
      select * from jsonb_to_recordset(${emailsJson}::jsonb)
        as m (email_id int, reference text, message_type text, contents jsonb)
    ), made as (
      insert into ${broadcasts} (kind, reference, security_email_id, message_type, audience, contents, criteria,
        recipients, traceparent, created_by, created_at)
      select 'security_email', m.reference, e.id, m.message_type, 'EXTERNAL', m.contents,
        jsonb_build_object('company_id', e.company_id),
        (select count(*) from ${securityUsers} u where u.company_id = e.company_id and u.is_active),
        ${currentTraceparent()}, ${by}, ${at}
      from mails m join ${securityEmails} e on e.id = m.email_id
      returning broadcast_id, security_email_id, recipients
    ), taken as (
      insert into ${deliveries} (broadcast_id, subscriber_id, email, locale, company_id, state, created_at)
      select b.broadcast_id, null, u.email, 'en', e.company_id, 'queued', ${at}
      from made b join ${securityEmails} e on e.id = b.security_email_id
        join ${securityUsers} u on u.company_id = e.company_id and u.is_active
      returning delivery_id, broadcast_id
    ), queued as (
      insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
      select delivery_id, broadcast_id, 'queued', ${at} from taken
    )
    select security_email_id as email_id, recipients from made`)
  return new Map(result.rows.map(({ email_id, recipients }) => [email_id, recipients]))
}

/**
 * Refreshes planner statistics; call it after the last batch, in the same transaction. `recipients` counts
 * all batches.
 */
export const finishSecurityBroadcasts = (db: Db, recipients: number) =>
  refreshStatistics(db, deliveryQueue, recipients)

/** Broadcast ids of security emails, by email id. */
export async function listBroadcastsOfEmails(
  db: Db,
  emailIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({ emailId: broadcasts.securityEmailId, broadcastId: broadcasts.broadcastId })
    .from(broadcasts)
    .where(sql`${broadcasts.securityEmailId} = any(${integers(emailIds)})`)
  return new Map(
    rows.flatMap(({ emailId, broadcastId }) => (emailId === null ? [] : [[emailId, broadcastId]])),
  )
}

/**
 * Number of mailed emails of a comm, and the summed progress of their mails. `stopped` is
 * always 0, because security emails are never stopped.
 */
export async function getProgressOfComm(
  db: Db,
  secCommId: number,
): Promise<{ emails: number; progress: Progress }> {
  const result = await db.execute<Omit<Progress, 'stopped'> & { emails: number }>(sql`
    with own as materialized (
      select broadcast_id, recipients from ${mailedEmails} where sec_comm_id = ${secCommId}
    ), waiting as (
      select count(*) filter (where state = 'queued')::int as queued,
        count(*) filter (where state = 'deferred')::int as deferred,
        count(*) filter (where state = 'failed')::int as failed, count(*)::int as people
      from ${deliveryQueue} where broadcast_id in (select broadcast_id from own)
    ), mailed as (
      select count(*)::int as emails, coalesce(sum(recipients), 0)::int as recipients from own
    ), returned as (
      select coalesce(sum(bounced), 0)::int as bounced from ${broadcasts}
      where bounced > 0 and broadcast_id in (select broadcast_id from own)
    )
    select emails, queued, recipients - people - bounced as sent, deferred, failed, bounced
    from waiting, mailed, returned`)
  const { emails = 0, ...progress } = result.rows[0] ?? {}
  return { emails, progress: { ...NO_PROGRESS, ...progress } }
}
