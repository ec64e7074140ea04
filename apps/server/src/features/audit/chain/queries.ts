import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { rowNumbers, texts } from '../../../database/parameters.ts'
import { auditArchives, auditLog, auditSeals, auditUnsealed } from '../../../database/tables/audit.ts'
import type { ChainEnd, SealedRow } from './hash.ts'

// Rows are fetched one by one through `lateral … limit 1`, which forces index lookups. A plain join may make
// PostgreSQL sort or hash the whole log for one batch.

const sealedColumns = sql.raw(`application_name, user_email, action_name, context::text as context,
  to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_date`)
const rowOf = (pkey: SQL): SQL =>
  sql`lateral (select pkey as found, ${sealedColumns} from ${auditLog} log where log.pkey = ${pkey} limit 1) log`

type RawRow = Omit<SealedRow, 'pkey'> & { pkey: string }
const toRow = ({
  pkey,
  application_name,
  user_email,
  action_name,
  created_date,
  context,
}: RawRow): SealedRow => ({
  pkey: Number(pkey),
  application_name,
  user_email,
  action_name,
  created_date,
  context,
})

/** Rows without a seal yet, whose pkey is greater than `after`. */
export async function listWaiting(db: Db, after: number, limit: number): Promise<SealedRow[]> {
  const result = await db.execute<RawRow>(sql`
    select waiting.pkey, log.* from ${auditUnsealed} waiting cross join ${rowOf(sql`waiting.pkey`)}
    where waiting.pkey > ${after}
      and (select seal.seal_no from ${auditSeals} seal where seal.pkey = waiting.pkey) is null
    order by waiting.pkey limit ${limit}`)
  return result.rows.map(toRow)
}

/** Last seal of the chain: in the log or, if retention has moved all rows, in the last archive. */
export async function getChainEnd(db: Db): Promise<ChainEnd | undefined> {
  const result = await db.execute<{ seal_no: string; hash: string }>(sql`
    select seal_no, hash from (
      (select seal_no, hash from ${auditSeals} order by seal_no desc limit 1)
      union all
      (select to_seal, last_hash from ${auditArchives} order by to_seal desc limit 1)
    ) ends order by seal_no desc limit 1`)
  const [end] = result.rows
  return end && { sealNo: Number(end.seal_no), hash: end.hash }
}

export type Seal = { sealNo: number; pkey: number; hash: string }

export async function createSeals(db: Db, seals: readonly Seal[]): Promise<void> {
  const numbers = rowNumbers(seals.map(({ sealNo }) => sealNo))
  const pkeys = rowNumbers(seals.map(({ pkey }) => pkey))
  const hashes = texts(seals.map(({ hash }) => hash))
  await db.execute(sql`
    insert into ${auditSeals} (seal_no, pkey, hash)
    select * from unnest(${numbers}, ${pkeys}, ${hashes})`)
  await db.execute(sql`delete from ${auditUnsealed} where pkey = any(${pkeys})`)
}

/** A seal and its row; the row is undefined if the log no longer has it. */
export type Link = Seal & { row: SealedRow | undefined }

/** Links after the seal number `after`. */
export async function listLinks(db: Db, after: number, limit: number): Promise<Link[]> {
  const result = await db.execute<RawRow & { seal_no: string; hash: string; found: string | null }>(sql`
    select seal.seal_no, seal.hash, seal.pkey, log.*
    from (select * from ${auditSeals} where seal_no > ${after} order by seal_no limit ${limit}) seal
    left join ${rowOf(sql`seal.pkey`)} on true
    order by seal.seal_no`)
  return result.rows.map((raw) => ({
    sealNo: Number(raw.seal_no),
    pkey: Number(raw.pkey),
    hash: raw.hash,
    row: raw.found === null ? undefined : toRow(raw),
  }))
}

/** Rows that neither have a seal nor wait for one, which only tampering can cause; oldest first. */
export async function listUnknownRows(db: Db, limit: number): Promise<SealedRow[]> {
  const result = await db.execute<RawRow>(sql`
    select pkey, ${sealedColumns} from ${auditLog} log
    where not exists (select from ${auditSeals} seal where seal.pkey = log.pkey)
      and not exists (select from ${auditUnsealed} waiting where waiting.pkey = log.pkey)
    order by pkey limit ${limit}`)
  return result.rows.map(toRow)
}

/** Pkeys of rows that wait for a seal but are missing in the log, which only tampering can cause. */
export async function listLostRows(db: Db, limit: number): Promise<number[]> {
  const result = await db.execute<{ pkey: string }>(sql`
    select waiting.pkey from ${auditUnsealed} waiting
    where not exists (select from ${auditLog} log where log.pkey = waiting.pkey)
    order by pkey limit ${limit}`)
  return result.rows.map(({ pkey }) => Number(pkey))
}

export const countWaiting = (db: Db): Promise<number> => db.$count(auditUnsealed)

export type Archive = typeof auditArchives.$inferSelect

export const listArchives = (db: Db): Promise<Archive[]> =>
  db.select().from(auditArchives).orderBy(auditArchives.fromSeal)

export async function createArchive(db: Db, archive: Archive): Promise<void> {
  await db.insert(auditArchives).values(archive)
}

/** Deletes the rows of an archived segment from the log and returns their number. */
export async function deleteSegment(
  db: Db,
  { fromSeal, toSeal }: Pick<Archive, 'fromSeal' | 'toSeal'>,
): Promise<number> {
  const isInSegment = sql`seal.seal_no between ${fromSeal} and ${toSeal}`
  const deleted = await db.execute(sql`
    delete from ${auditLog} log using ${auditSeals} seal where log.pkey = seal.pkey and ${isInSegment}`)
  await db.execute(sql`delete from ${auditSeals} seal where ${isInSegment}`)
  return deleted.rowCount ?? 0
}
