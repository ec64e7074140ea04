import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../../database/locks.ts'
import type { Db } from '../../../../database/open.ts'
import { texts } from '../../../../database/parameters.ts'
import { unknownNames } from '../../../../database/tables/operations.ts'

export type UnknownNameRecord = typeof unknownNames.$inferSelect
type NameOfSender = Pick<UnknownNameRecord, 'source' | 'kind' | 'name'>

/** All stored unknown names, newest first; `ingest/refusals.ts` keeps only a few hundred of each source. */
export const listUnknownNames = (db: Db): Promise<UnknownNameRecord[]> =>
  db
    .select()
    .from(unknownNames)
    .orderBy(
      desc(unknownNames.lastAt),
      asc(unknownNames.source),
      asc(unknownNames.kind),
      asc(unknownNames.name),
    )

export async function ignoreUnknownName(
  db: Db,
  { source, kind, name }: NameOfSender,
  isIgnored: boolean,
): Promise<UnknownNameRecord | undefined> {
  const [row] = await db
    .update(unknownNames)
    .set({ isIgnored })
    .where(and(eq(unknownNames.source, source), eq(unknownNames.kind, kind), eq(unknownNames.name, name)))
    .returning()
  return row
}

export async function getUnknownName(
  db: Db,
  { source, kind, name }: NameOfSender,
): Promise<UnknownNameRecord | undefined> {
  const [row] = await db
    .select()
    .from(unknownNames)
    .where(and(eq(unknownNames.source, source), eq(unknownNames.kind, kind), eq(unknownNames.name, name)))
  return row
}

/** Takes the lock that senders take too: two writers of the same names in different order could deadlock. */
export async function deleteUnknownNames(db: Db, rows: readonly NameOfSender[]) {
  await lockUntilEnd(db, 'unknownNames')
  await db.execute(sql`
    delete from ${unknownNames} where (source, kind, name) in (select * from unnest(
      ${texts(rows.map(({ source }) => source))}, ${texts(rows.map(({ kind }) => kind))},
      ${texts(rows.map(({ name }) => name))}))`)
}
