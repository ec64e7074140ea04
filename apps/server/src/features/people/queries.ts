import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { includesText } from '../../database/parameters.ts'
import type { Place } from './places.ts'

/** An address as it is looked for in texts, also where a text of JSON has an escape before it. */
export type AddressSearch = { email: string; inText: string; inJson: string }

/** Types of the columns of each table, by `table.column`; generated columns are missing. */
export async function listColumnTypes(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; type: string }>(sql`
    select c.table_name || '.' || c.column_name as name, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'`)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** One table with what is done with people in it. */
export type TablePlace = Place & { table: string; typeOf: (column: string) => string | undefined }

const id = (name: string): SQL => sql.raw(`"${name}"`)
const isJson = ({ typeOf }: TablePlace, column: string): boolean => typeOf(column) === 'jsonb'

function holds(place: TablePlace, column: string, { email, inText, inJson }: AddressSearch): SQL {
  const text = sql`t.${id(column)}::text`
  const pattern = isJson(place, column) ? inJson : inText
  return sql`(${includesText(text, email)} and ${text} ~* ${pattern})`
}

const isTheirs = (column: string, { email }: AddressSearch): SQL =>
  sql`lower(t.${id(column)}) = lower(${email})`

const anyOf = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

const OWNER_KEYS = { users: 'user_id', subscribers: 'subscriber_id' } as const

function isOwned(ownedBy: Place['ownedBy'], { email }: AddressSearch): SQL[] {
  if (!ownedBy) return []
  const [column, table] = ownedBy
  const key = id(OWNER_KEYS[table])
  return [
    sql`t.${id(column)} in (select owner.${key} from ${id(table)} owner where lower(owner.email) = lower(${email}))`,
  ]
}

const isDeleted = (place: TablePlace, search: AddressSearch): SQL =>
  anyOf([
    ...(place.row ?? []).map((column) => isTheirs(column, search)),
    ...(place.dropped ?? []).map((column) => holds(place, column, search)),
  ])

const isReplaced = (place: TablePlace, search: AddressSearch): SQL =>
  anyOf((place.replaced ?? []).map((column) => holds(place, column, search)))

const isKept = (place: TablePlace, search: AddressSearch): SQL =>
  anyOf((place.kept ?? []).map((column) => holds(place, column, search)))

/** Rows that go, that lose the address, and that keep it. */
export type Counts = { deleted: number; replaced: number; kept: number }

export async function countRows(db: Db, place: TablePlace, search: AddressSearch): Promise<Counts> {
  const goes = anyOf([isDeleted(place, search), ...isOwned(place.ownedBy, search)])
  const { rows } = await db.execute<Counts>(sql`
    select count(*) filter (where goes)::float8 as deleted,
      count(*) filter (where not goes and loses)::float8 as replaced,
      count(*) filter (where not goes and keeps)::float8 as kept
    from (select ${goes} as goes, ${isReplaced(place, search)} as loses, ${isKept(place, search)} as keeps
      from ${id(place.table)} t) counted`)
  return rows[0] ?? { deleted: 0, replaced: 0, kept: 0 }
}

/** Deletes the rows that are about the person; rows that they own go with them. */
export async function deleteRows(db: Db, place: TablePlace, search: AddressSearch): Promise<void> {
  if (!place.row && !place.dropped) return
  await db.execute(sql`delete from ${id(place.table)} t where ${isDeleted(place, search)}`)
}

export async function replaceAddress(
  db: Db,
  place: TablePlace,
  { pseudonym, ...search }: AddressSearch & { pseudonym: string },
): Promise<void> {
  if (!place.replaced) return
  const changes = place.replaced.map((column) => {
    const pattern = isJson(place, column) ? search.inJson : search.inText
    const text = sql`regexp_replace(t.${id(column)}::text, ${pattern}, ${pseudonym}, 'gi')`
    return sql`${id(column)} = ${text}::${id(place.typeOf(column) ?? 'text')}`
  })
  await db.execute(
    sql`update ${id(place.table)} t set ${sql.join(changes, sql`, `)} where ${isReplaced(place, search)}`,
  )
}

const ROWS_AT_ONCE = 200

/** The rows that hold the person, whole. Needs a transaction. */
export async function* readRows(
  db: Db,
  place: TablePlace,
  search: AddressSearch,
): AsyncGenerator<Record<string, unknown>> {
  const found = anyOf([
    ...[isDeleted(place, search), isReplaced(place, search), isKept(place, search)],
    ...isOwned(place.ownedBy, search),
    ...isOwned(place.leftBy, search),
  ])
  await db.execute(
    sql`declare people_rows no scroll cursor for select to_jsonb(t) as row from ${id(place.table)} t where ${found}`,
  )
  let rows: { row: Record<string, unknown> }[] = []
  do {
    const batch = await db.execute<{ row: Record<string, unknown> }>(
      sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from people_rows`,
    )
    rows = batch.rows
    for (const { row } of rows) yield row
  } while (rows.length === ROWS_AT_ONCE)
  await db.execute(sql`close people_rows`)
}

/** Mails to the address that have not been sent. */
export async function listUnsent(db: Db, { email }: AddressSearch): Promise<number[]> {
  const { rows } = await db.execute<{ delivery_id: string }>(sql`
    select q.delivery_id from delivery_queue q join deliveries d using (delivery_id)
    where lower(d.email) = lower(${email})`)
  return rows.map(({ delivery_id }) => Number(delivery_id))
}

export async function getUserId(db: Db, { email }: AddressSearch): Promise<number | undefined> {
  const { rows } = await db.execute<{ user_id: number }>(
    sql`select user_id from users where lower(email) = lower(${email})`,
  )
  return rows[0]?.user_id
}

/** Channels of the person, which are paused once their owner is gone. */
export async function countChannels(db: Db, { email }: AddressSearch): Promise<number> {
  const { rows } = await db.execute<{ channels: number }>(sql`
    select count(*)::int as channels from channels join users on user_id = owner_id
    where lower(users.email) = lower(${email}) and deleted_at is null`)
  return rows[0]?.channels ?? 0
}

/**
 * Names that differ in the case of the address alone would be the same afterwards: of unknown names the newest stays,
 * and tokens other than the first get their number.
 */
export async function separateNames(db: Db, { inText }: AddressSearch): Promise<void> {
  const rest = (name: SQL) => sql`regexp_replace(${name}, ${inText}, '@', 'gi')`
  await db.execute(sql`
    delete from unknown_names old using unknown_names newer
    where old.name ~* ${inText} and newer.name ~* ${inText}
      and old.source = newer.source and old.kind = newer.kind and (old.last_at, old.name) < (newer.last_at, newer.name)
      and ${rest(sql`old.name`)} = ${rest(sql`newer.name`)}`)
  await db.execute(sql`
    update service_tokens t set name = t.name || ' ' || t.token_id
    from service_tokens first
    where t.name ~* ${inText} and first.name ~* ${inText} and first.token_id < t.token_id
      and t.user_id is not distinct from first.user_id and ${rest(sql`t.name`)} = ${rest(sql`first.name`)}`)
}

/** Keeps the newest of a person's reviews of a post-mortem that differ in the case of the address alone. */
export async function mergeReviews(db: Db, { email }: AddressSearch): Promise<void> {
  await db.execute(sql`
    delete from post_mortem_reviews old using post_mortem_reviews newer
    where old.post_mortem_id = newer.post_mortem_id and (old.asked_at, old.reviewer) < (newer.asked_at, newer.reviewer)
      and lower(old.reviewer) = lower(${email}) and lower(newer.reviewer) = lower(${email})`)
}
