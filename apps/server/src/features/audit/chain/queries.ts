import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { includesText, rowNumbers, texts } from '../../../database/parameters.ts'
import {
  auditArchives,
  auditLog,
  auditSeals,
  auditUnsealed,
  erasedPeople,
} from '../../../database/tables/audit.ts'
import type { AuditFields, ChainEnd, SealedRow } from './hash.ts'

// Rows are fetched one by one through `lateral … limit 1`, which forces index lookups. A plain join may make
// PostgreSQL sort or hash the whole log for one batch.

const sealedColumns = sql.raw(`application_name, user_email, action_name, context::text as context,
  to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_date`)
const rowOf = (pkey: SQL): SQL =>
  sql`lateral (select pkey as found, ${sealedColumns} from ${auditLog} log where log.pkey = ${pkey} limit 1) log`

type RawRow = Omit<AuditFields, 'pkey'> & { pkey: string }
const toRow = ({
  pkey,
  application_name,
  user_email,
  action_name,
  created_date,
  context,
}: RawRow): AuditFields => ({
  pkey: Number(pkey),
  application_name,
  user_email,
  action_name,
  created_date,
  context,
})

/** Rows without a seal yet, whose pkey is greater than `after`. */
export async function listWaiting(db: Db, after: number, limit: number): Promise<AuditFields[]> {
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
export type NewSeal = Seal & { addressSalts: readonly string[] }

export async function createSeals(db: Db, seals: readonly NewSeal[]): Promise<void> {
  const numbers = rowNumbers(seals.map(({ sealNo }) => sealNo))
  const pkeys = rowNumbers(seals.map(({ pkey }) => pkey))
  const hashes = texts(seals.map(({ hash }) => hash))
  // PostgreSQL has no array of arrays of different lengths. Salts contain no blank.
  const salts = texts(seals.map(({ addressSalts }) => addressSalts.join(' ')))
  await db.execute(sql`
    insert into ${auditSeals} (seal_no, pkey, hash, address_salts)
    select seal_no, pkey, hash, string_to_array(salts, ' ')
    from unnest(${numbers}, ${pkeys}, ${hashes}, ${salts}) as made (seal_no, pkey, hash, salts)`)
  await db.execute(sql`delete from ${auditUnsealed} where pkey = any(${pkeys})`)
}

/** A seal and its row; the row is undefined if the log no longer has it. */
export type Link = Seal & { row: SealedRow | undefined }

type RawLink = RawRow & {
  seal_no: string
  hash: string
  address_salts: string[] | null
  found: string | null
}
const toSealedRow = (raw: RawLink): SealedRow => ({ ...toRow(raw), address_salts: raw.address_salts })

/** Links after the seal number `after`. */
export async function listLinks(db: Db, after: number, limit: number): Promise<Link[]> {
  const result = await db.execute<RawLink>(sql`
    select seal.seal_no, seal.hash, seal.pkey, seal.address_salts, log.*
    from (select * from ${auditSeals} where seal_no > ${after} order by seal_no limit ${limit}) seal
    left join ${rowOf(sql`seal.pkey`)} on true
    order by seal.seal_no`)
  return result.rows.map((raw) => ({
    sealNo: Number(raw.seal_no),
    pkey: Number(raw.pkey),
    hash: raw.hash,
    row: raw.found === null ? undefined : toSealedRow(raw),
  }))
}

type SealedLink = Seal & { row: SealedRow }

/** Of the next `limit` links after a seal, those whose row has the text in it, ignoring case. */
export async function listLinksWith(
  db: Db,
  text: string,
  { after, limit }: { after: number; limit: number },
): Promise<SealedLink[]> {
  const has = (column: string) => includesText(sql.raw(column), text)
  const result = await db.execute<RawLink>(sql`
    select seal.seal_no, seal.hash, seal.pkey, seal.address_salts, log.*
    from (select * from ${auditSeals} where seal_no > ${after} and seal_no <= ${after + limit} order by seal_no) seal
    cross join ${rowOf(sql`seal.pkey`)}
    where ${has('log.user_email')} or ${has('log.context')}
    order by seal.seal_no`)
  return result.rows.map((raw) => ({
    sealNo: Number(raw.seal_no),
    pkey: Number(raw.pkey),
    hash: raw.hash,
    row: toSealedRow(raw),
  }))
}

/**
 * Writes rows in which a pseudonym stands for an address; a trigger puts the digest in place of the salt. Returns the
 * keys of the rows that were changed: JSON orders the keys of an object, so an address that is a key has to stay.
 */
export async function eraseRows(
  db: Db,
  rows: readonly Pick<AuditFields, 'pkey' | 'user_email' | 'context'>[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const result = await db.execute<{ pkey: string }>(sql`
    update ${auditLog} log set user_email = erased.user_email, context = erased.context::jsonb
    from unnest(${rowNumbers(rows.map(({ pkey }) => pkey))}, ${texts(rows.map(({ user_email }) => user_email))},
      ${sql.param(rows.map(({ context }) => context))}::text[]) as erased (pkey, user_email, context)
    where log.pkey = erased.pkey and erased.context::jsonb::text is not distinct from erased.context
    returning log.pkey`)
  return new Set(result.rows.map(({ pkey }) => Number(pkey)))
}

/** Rows that neither have a seal nor wait for one, which only tampering can cause; oldest first. */
export async function listUnknownRows(db: Db, limit: number): Promise<AuditFields[]> {
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

export async function updateArchiveFile(
  db: Db,
  fromSeal: number,
  { file, sha256 }: Pick<Archive, 'file' | 'sha256'>,
): Promise<void> {
  await db.update(auditArchives).set({ file, sha256 }).where(eq(auditArchives.fromSeal, fromSeal))
}

/** The number of the next pseudonym; the database accepts it in this transaction only. */
export async function createErasedPerson(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .insert(erasedPeople)
    .values({ erasedAt: now })
    .returning({ number: erasedPeople.number })
  if (!row) throw new Error('An inserted row returns its number')
  return row.number
}
