import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { refreshStatistics } from '../../../database/statistics.ts'
import {
  securityComms,
  securityEmails,
  securityImportParts,
  securityImports,
  stagedEmails,
} from '../../../database/tables/security.ts'
import type { Page } from '../../../http/paging.ts'

export type ImportRow = typeof securityImports.$inferSelect
/** An import with its security incident and the beginning of its file. */
export type ListedImport = ImportRow & { secId: number; beginning: Buffer }

type ImportFilters = {
  secId?: number | undefined
  secCommId?: number | undefined
  importId?: number | undefined
}

/** Size of the parts in which a file is stored. */
export const PART_BYTES = 256 * 1024
/** Number of bytes that a listed import includes from the start of the file. */
const BEGINNING_BYTES = 8_004

const matches = ({ secId, secCommId, importId }: ImportFilters) =>
  and(
    secId === undefined ? undefined : eq(securityComms.secId, secId),
    secCommId === undefined ? undefined : eq(securityImports.secCommId, secCommId),
    importId === undefined ? undefined : eq(securityImports.importId, importId),
  )

export async function listImports(
  db: Db,
  filters: ImportFilters,
  { startAt, size }: Page,
): Promise<ListedImport[]> {
  const rows = await db
    .select({
      row: securityImports,
      secId: securityComms.secId,
      beginning: sql<Buffer>`(select substring(${securityImportParts.content} from 1 for ${BEGINNING_BYTES})
        from ${securityImportParts} where ${securityImportParts.importId} = ${securityImports.importId}
          and ${securityImportParts.place} = 0)`,
    })
    .from(securityImports)
    .innerJoin(securityComms, eq(securityComms.secCommId, securityImports.secCommId))
    .where(matches(filters))
    .orderBy(desc(securityImports.importId))
    .limit(size)
    .offset(startAt)
  return rows.map(({ row, secId, beginning }) => ({ ...row, secId, beginning }))
}

export async function countImports(db: Db, filters: ImportFilters): Promise<number> {
  const [result] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(securityImports)
    .innerJoin(securityComms, eq(securityComms.secCommId, securityImports.secCommId))
    .where(matches(filters))
  return result?.rows ?? 0
}

/**
 * Locks an import until the transaction ends. `key share`: to promote or add staged emails; `no key update`:
 * to edit only the import itself; `update`: to delete the import or replace its file.
 */
export async function lockImport(
  db: Db,
  importId: number,
  lock: 'key share' | 'no key update' | 'update',
): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(securityImports)
    .where(eq(securityImports.importId, importId))
    .for(lock)
  return row
}

/** Creates an import; undefined if the comm already has an import of the same file content. */
export async function createImport(
  db: Db,
  row: typeof securityImports.$inferInsert,
): Promise<ImportRow | undefined> {
  const [inserted] = await db.insert(securityImports).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function getImportByDigest(
  db: Db,
  secCommId: number,
  digest: string,
): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(securityImports)
    .where(and(eq(securityImports.secCommId, secCommId), eq(securityImports.digest, digest)))
  return row
}

type Fields = Pick<ImportRow, 'title' | 'filename' | 'isHidden' | 'columns' | 'size' | 'digest'>

export async function updateImport(db: Db, importId: number, fields: Partial<Fields>): Promise<ImportRow> {
  const [updated] = await db
    .update(securityImports)
    .set({ ...fields, version: sql`${securityImports.version} + 1` })
    .where(eq(securityImports.importId, importId))
    .returning()
  if (!updated) throw new Error('The import is gone although it was locked')
  return updated
}

export const setColumns = (db: Db, importId: number, columns: string[]) =>
  db.update(securityImports).set({ columns }).where(eq(securityImports.importId, importId))

/** Deletes an import and its file; the staged emails of the import must be deleted before. */
export const deleteImport = (db: Db, importId: number) =>
  db.delete(securityImports).where(eq(securityImports.importId, importId))

export const deleteStaged = (db: Db, importId: number) =>
  db.delete(stagedEmails).where(eq(stagedEmails.importId, importId))

export const deleteParts = (db: Db, importId: number) =>
  db.delete(securityImportParts).where(eq(securityImportParts.importId, importId))

export const createPart = (db: Db, row: typeof securityImportParts.$inferInsert) =>
  db.insert(securityImportParts).values(row)

/** Reads the bytes of a file from `from` (inclusive) to `to` (exclusive); fewer if the file ends before `to`. */
export async function readBytes(
  db: Db,
  importId: number,
  { from, to }: { from: number; to: number },
): Promise<Buffer> {
  const firstPart = Math.floor(from / PART_BYTES)
  const lastPart = Math.floor(Math.max(from, to - 1) / PART_BYTES)
  const parts = await db
    .select({ content: securityImportParts.content })
    .from(securityImportParts)
    .where(
      and(
        eq(securityImportParts.importId, importId),
        sql`${securityImportParts.place} between ${firstPart} and ${lastPart}`,
      ),
    )
    .orderBy(asc(securityImportParts.place))
  const start = firstPart * PART_BYTES
  return Buffer.concat(parts.map(({ content }) => content)).subarray(from - start, to - start)
}

/** Number of emails made from an import. Deleted emails count only while a staged email refers to them. */
export async function countPromoted(
  db: Db,
  { importId, secCommId }: Pick<ImportRow, 'importId' | 'secCommId'>,
): Promise<number> {
  const result = await db.execute<{ promoted: number }>(sql`
    select count(*)::int as promoted from (
      select email_id from ${stagedEmails} where import_id = ${importId} and email_id is not null
      union
      select id from ${securityEmails} where sec_comm_id = ${secCommId} and upload_source = 'IMPORT ' || ${importId}::text
    ) as made`)
  return result.rows[0]?.promoted ?? 0
}

export type NewStaged = {
  companyId: number
  subject: string
  body: string
  line: number
  from: number
  to: number
}

/** Stores the rows in one statement, in the order of `rows`. */
export async function createStaged(
  db: Db,
  { importId, secCommId }: Pick<ImportRow, 'importId' | 'secCommId'>,
  rows: readonly NewStaged[],
): Promise<void> {
  const column = <K extends keyof NewStaged>(key: K) => sql.param(rows.map((row) => row[key]))
  await db.execute(sql`
    insert into ${stagedEmails} (import_id, sec_comm_id, company_id, subject, body, line, source_from, source_to)
    select ${importId}, ${secCommId}, r.company_id, r.subject, r.body, r.line, r.source_from, r.source_to
    from unnest(${column('companyId')}::int[], ${column('subject')}::text[], ${column('body')}::text[],
      ${column('line')}::int[], ${column('from')}::int[], ${column('to')}::int[])
      with ordinality as r (company_id, subject, body, line, source_from, source_to, place)
    order by r.place`)
}

/** Refreshes the planner's statistics after the last row, in the same transaction. */
export const refreshStagedStatistics = (db: Db, rows: number) => refreshStatistics(db, stagedEmails, rows)
