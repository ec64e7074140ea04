import { SECURITY_EMAILS_LARGEST_PAGE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/security/email-endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../database/open.ts'
import { integers } from '../../../../database/parameters.ts'
import { securityEmails, securityImports, stagedEmails } from '../../../../database/tables/security.ts'

/** Emails selected by their ids, or all emails of an import. */
export type EmailSelection = { ids: readonly number[] } | { importId: number }
type LockedEmail = { id: number; company_id: number; sec_comm_id: number; is_sent: boolean }

const toCondition = (selection: EmailSelection): SQL =>
  'ids' in selection ? sql`id = any(${integers(selection.ids)})` : sql`import_id = ${selection.importId}`

/**
 * Locks the selected emails until the transaction ends, in ascending order of their ids, as the send call
 * does. If emails are sent and deleted at the same time, the later call sees what the earlier one did.
 */
export async function lockSelected(db: Db, selection: EmailSelection): Promise<LockedEmail[]> {
  const result = await db.execute<LockedEmail>(sql`
    select id, company_id, sec_comm_id, sent_date is not null as is_sent from ${securityEmails}
    where ${toCondition(selection)} order by id for update`)
  return result.rows
}

/**
 * Locks all staged emails of an import before its emails, in the order of a promotion. Those not promoted yet are
 * locked too, because they may be promoted a moment later.
 */
export const lockStaged = (db: Db, importId: number) =>
  db.execute(sql`select from ${stagedEmails} where import_id = ${importId} order by staging_id for update`)

export const deleteEmails = (db: Db, ids: readonly number[]) =>
  db.execute(sql`delete from ${securityEmails} where id = any(${integers(ids)})`)

/** Lets the staged emails of deleted emails be promoted again. Returns their number. */
export async function releaseStaged(
  db: Db,
  importId: number,
  deletedIds: readonly number[],
): Promise<number> {
  const result = await db.execute(sql`
    update ${stagedEmails} set email_id = null, version = version + 1
    where import_id = ${importId} and email_id = any(${integers(deletedIds)})`)
  return result.rowCount ?? 0
}

/** The imports of a comm's emails, newest first. */
export async function listImportsOfEmails(db: Db, secCommId: number): Promise<endpoints.ImportOfEmails[]> {
  const result = await db.execute<endpoints.ImportOfEmails>(sql`
    select e.import_id, i.title, e.emails, e.unsent
    from (
      select import_id, count(*)::int as emails, (count(*) - count(sent_date))::int as unsent
      from ${securityEmails} where sec_comm_id = ${secCommId} and import_id is not null group by import_id
    ) e
    left join ${securityImports} i using (import_id)
    order by e.import_id desc limit ${SECURITY_EMAILS_LARGEST_PAGE}`)
  return result.rows
}
