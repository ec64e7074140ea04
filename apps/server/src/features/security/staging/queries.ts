import type { StagedReach } from '@aviary/contract/security/schemas'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers } from '../../../database/parameters.ts'
import { refreshStatistics } from '../../../database/statistics.ts'
import { companies } from '../../../database/tables/incidents.ts'
import {
  securityEmails,
  securityImports,
  securityUsers,
  stagedEmails,
} from '../../../database/tables/security.ts'
import type { Page } from '../../../http/paging.ts'

export type StagedRow = typeof stagedEmails.$inferSelect

type StagedFilters = { importId: number; companyId: number | undefined }

const matches = ({ importId, companyId }: StagedFilters) =>
  and(
    eq(stagedEmails.importId, importId),
    companyId === undefined ? undefined : eq(stagedEmails.companyId, companyId),
  )

export const listStaged = (db: Db, filters: StagedFilters, { startAt, size }: Page): Promise<StagedRow[]> =>
  db
    .select()
    .from(stagedEmails)
    .where(matches(filters))
    .orderBy(asc(stagedEmails.stagingId))
    .limit(size)
    .offset(startAt)

export const countStagedEmails = (db: Db, filters: StagedFilters): Promise<number> =>
  db.$count(stagedEmails, matches(filters))

/** Counts the staged emails not yet promoted, those of them with recipients, and those with an unknown company. */
export async function countReach(db: Db, importId: number): Promise<StagedReach> {
  const result = await db.execute<StagedReach>(sql`
    select count(*)::int as waiting, count(people.company_id)::int as reachable,
      (count(*) - count(c.company_id))::int as unknown
    from ${stagedEmails} s
    left join (select distinct company_id from ${securityUsers} where is_active) people using (company_id)
    left join ${companies} c on c.company_id = s.company_id
    where s.import_id = ${importId} and s.email_id is null`)
  return result.rows[0] ?? { waiting: 0, reachable: 0, unknown: 0 }
}

/** A staged email with the header of the import's file. */
export async function getSource(
  db: Db,
  stagingId: number,
): Promise<(StagedRow & { columns: string[] }) | undefined> {
  const [source] = await db
    .select({ row: stagedEmails, columns: securityImports.columns })
    .from(stagedEmails)
    .innerJoin(securityImports, eq(securityImports.importId, stagedEmails.importId))
    .where(eq(stagedEmails.stagingId, stagingId))
  return source && { ...source.row, columns: source.columns }
}

export async function lockStaged(db: Db, stagingId: number): Promise<StagedRow | undefined> {
  const [row] = await db
    .select()
    .from(stagedEmails)
    .where(eq(stagedEmails.stagingId, stagingId))
    .for('update')
  return row
}

/** Creates a staged email; undefined if the import already has one for this company. */
export async function createStagedEmail(
  db: Db,
  row: typeof stagedEmails.$inferInsert,
): Promise<StagedRow | undefined> {
  const [inserted] = await db.insert(stagedEmails).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function updateStaged(
  db: Db,
  stagingId: number,
  fields: Pick<StagedRow, 'subject' | 'body'>,
): Promise<StagedRow> {
  const [updated] = await db
    .update(stagedEmails)
    .set({ ...fields, version: sql`${stagedEmails.version} + 1` })
    .where(eq(stagedEmails.stagingId, stagingId))
    .returning()
  if (!updated) throw new Error('The staged email is gone although it was locked')
  return updated
}

export const deleteStagedEmail = (db: Db, stagingId: number) =>
  db.delete(stagedEmails).where(eq(stagedEmails.stagingId, stagingId))

/** Selects staged emails by their ids, or all staged emails of an import. */
export type Selection = { ids: readonly number[] } | { importId: number }
export type LockedStaged = { stagingId: number; importId: number; emailId: number | null }

const toCondition = (selection: Selection) =>
  'ids' in selection
    ? sql`s.staging_id = any(${integers(selection.ids)})`
    : sql`s.import_id = ${selection.importId}`

/**
 * Locks first the imports, against deletion and replacement of the file, and then the staged emails. Both are
 * locked in ascending order of their ids, so that concurrent promotions run one after the other.
 */
export async function lockForPromotion(db: Db, selection: Selection): Promise<LockedStaged[]> {
  await db.execute(sql`
    select from ${securityImports} i
    where i.import_id in (select s.import_id from ${stagedEmails} s where ${toCondition(selection)})
    order by i.import_id for key share`)
  const result = await db.execute<{ staging_id: number; import_id: number; email_id: number | null }>(sql`
    select s.staging_id, s.import_id, s.email_id from ${stagedEmails} s where ${toCondition(selection)}
    order by s.staging_id for update`)
  return result.rows.map((row) => ({
    stagingId: row.staging_id,
    importId: row.import_id,
    emailId: row.email_id,
  }))
}

/**
 * Creates an email for each selected staged email that has none yet; the rows must be locked. Subject, body,
 * company and comm of an email come from one row within the database, so they cannot be mixed up. Returns the
 * email ids by staged id.
 */
export async function promote(
  db: Db,
  selection: Selection,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<Map<number, number>> {
  const result = await db.execute<{ staging_id: number; email_id: number }>(sql`
    with staged as materialized (
      select s.*, nextval(pg_get_serial_sequence('security_emails', 'id'))::int as new_id
      from (select * from ${stagedEmails} s where ${toCondition(selection)} and s.email_id is null
        order by s.staging_id) s
    ), made as (
      insert into ${securityEmails} (id, sec_comm_id, company_id, subject, body, upload_source, created_by, created_date,
        import_id)
      overriding system value
      select new_id, sec_comm_id, company_id, subject, body, 'IMPORT ' || import_id, ${createdBy}, ${now.toISOString()}::timestamptz,
        import_id
      from staged
    )
    update ${stagedEmails} t set email_id = staged.new_id, version = t.version + 1
    from staged where t.staging_id = staged.staging_id
    returning t.staging_id, t.email_id`)
  await refreshStatistics(db, securityEmails, result.rows.length)
  return new Map(result.rows.map(({ staging_id, email_id }) => [staging_id, email_id]))
}
