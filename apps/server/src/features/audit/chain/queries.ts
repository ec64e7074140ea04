import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { rowNumbers, texts } from '../../../database/parameters.ts'
import { auditArchives, auditLog, auditSeals, auditUnsealed } from '../../../database/tables/audit.ts'
import type { ChainEnd, SealedRow } from './hash.ts'

// Rows are looked up one by one through `lateral … limit 1`: whatever PostgreSQL thinks of the tables, it neither sorts
// nor hashes the log for a batch.

const whole = sql.raw(`application_name, user_email, action_name, context::text as context,
  to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_date`)
const rowOf = (pkey: SQL): SQL =>
  sql`lateral (select pkey as found, ${whole} from ${auditLog} log where log.pkey = ${pkey} limit 1) log`

type Raw = Omit<SealedRow, 'pkey'> & { pkey: string }
const toRow = ({
  pkey,
  application_name,
  user_email,
  action_name,
  created_date,
  context,
}: Raw): SealedRow => ({
  pkey: Number(pkey),
  application_name,
  user_email,
  action_name,
  created_date,
  context,
})

/** Rows that wait for their seal, from the one behind `after` on. */
export async function listWaiting(db: Db, after: number, most: number): Promise<SealedRow[]> {
  const found = await db.execute<Raw>(sql`
    select waiting.pkey, log.* from ${auditUnsealed} waiting cross join ${rowOf(sql`waiting.pkey`)}
    where waiting.pkey > ${after}
      and (select seal.seal_no from ${auditSeals} seal where seal.pkey = waiting.pkey) is null
    order by waiting.pkey limit ${most}`)
  return found.rows.map(toRow)
}

/** Where the chain ends, in the log or, when retention has taken all of it, in the last archive. */
export async function getChainEnd(db: Db): Promise<ChainEnd | undefined> {
  const found = await db.execute<{ seal_no: string; hash: string }>(sql`
    select seal_no, hash from (
      (select seal_no, hash from ${auditSeals} order by seal_no desc limit 1)
      union all
      (select to_seal, last_hash from ${auditArchives} order by to_seal desc limit 1)
    ) ends order by seal_no desc limit 1`)
  const [end] = found.rows
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

/** A seal with its row, which is undefined when the log has it no more. */
export type Link = Seal & { row: SealedRow | undefined }

/** The chain from the seal behind `after` on. */
export async function listLinks(db: Db, after: number, most: number): Promise<Link[]> {
  const found = await db.execute<Raw & { seal_no: string; hash: string; found: string | null }>(sql`
    select seal.seal_no, seal.hash, seal.pkey, log.*
    from (select * from ${auditSeals} where seal_no > ${after} order by seal_no limit ${most}) seal
    left join ${rowOf(sql`seal.pkey`)} on true
    order by seal.seal_no`)
  return found.rows.map((raw) => ({
    sealNo: Number(raw.seal_no),
    pkey: Number(raw.pkey),
    hash: raw.hash,
    row: raw.found === null ? undefined : toRow(raw),
  }))
}

/** Rows that have no seal and do not wait for one, the oldest first. */
export async function listUnknownRows(db: Db, most: number): Promise<SealedRow[]> {
  const found = await db.execute<Raw>(sql`
    select pkey, ${whole} from ${auditLog} log
    where not exists (select from ${auditSeals} seal where seal.pkey = log.pkey)
      and not exists (select from ${auditUnsealed} waiting where waiting.pkey = log.pkey)
    order by pkey limit ${most}`)
  return found.rows.map(toRow)
}

/** Rows that wait for their seal and are not there. */
export async function listLostRows(db: Db, most: number): Promise<number[]> {
  const found = await db.execute<{ pkey: string }>(sql`
    select waiting.pkey from ${auditUnsealed} waiting
    where not exists (select from ${auditLog} log where log.pkey = waiting.pkey)
    order by pkey limit ${most}`)
  return found.rows.map(({ pkey }) => Number(pkey))
}

export async function countWaiting(db: Db): Promise<number> {
  const found = await db.execute<{ rows: number }>(sql`select count(*)::float8 as rows from ${auditUnsealed}`)
  return found.rows[0]?.rows ?? 0
}

export type Archive = typeof auditArchives.$inferSelect

export const listArchives = (db: Db): Promise<Archive[]> =>
  db.select().from(auditArchives).orderBy(auditArchives.fromSeal)

export async function createArchive(db: Db, archive: Archive): Promise<void> {
  await db.insert(auditArchives).values(archive)
}

/** Takes a stretch out of the log that an archive holds; answers how many rows there were. */
export async function deleteSegment(
  db: Db,
  { fromSeal, toSeal }: Pick<Archive, 'fromSeal' | 'toSeal'>,
): Promise<number> {
  const isInSegment = sql`seal.seal_no between ${fromSeal} and ${toSeal}`
  const removed = await db.execute(sql`
    delete from ${auditLog} log using ${auditSeals} seal where log.pkey = seal.pkey and ${isInSegment}`)
  await db.execute(sql`delete from ${auditSeals} seal where ${isInSegment}`)
  return removed.rowCount ?? 0
}
