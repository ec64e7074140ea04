import { CHANGES_BEFORE_LONGEST_HOURS } from '@aviary/contract/constants'
import { sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { rowNumbers } from '../../../database/parameters.ts'
import { changeLetters, changeRecords } from '../../../database/tables/changes.ts'
import { incidents } from '../../../database/tables/incidents.ts'
import { postMortemVersions } from '../../../database/tables/post-mortems.ts'
import { deleteMarkedChanges } from '../../changes/public.ts'
import { isActiveAt } from '../../incidents/public.ts'
import type { Batch } from '../batch.ts'

const TYPES = ['manual', 'auto'] as const

/**
 * Ids of changes or maintenance events that a post-mortem names. Its facts may be of a version of Aviary that named
 * none.
 */
export const namedByPostMortems = (kind: 'change' | 'maintenance') => sql`
  select (named ->> 'id')::bigint from ${postMortemVersions},
    jsonb_array_elements(case jsonb_typeof(facts -> 'changes_before') when 'array' then facts -> 'changes_before' else '[]' end) named
  where named ->> 'kind' = ${kind} and named ->> 'id' is not null`

/** Deletes changes and takes them out of the lists of their marks. */
export async function deleteChanges(db: Db, batch: Batch): Promise<number> {
  for (const type of TYPES) {
    const deleted = await deleteChangesOfType(db, type, batch)
    if (deleted > 0) return deleted
  }
  return 0
}

/**
 * Passes over rows that somebody is writing. Begins where the batch before ended: the index still has its deleted rows,
 * and reading over all of them again would take longer with each batch.
 */
async function deleteChangesOfType(
  db: Db,
  type: (typeof TYPES)[number],
  { before, now, limit, positions }: Batch,
): Promise<number> {
  const { rows } = await db.execute<{ change_id: string; effective_at: string }>(sql`
    with open as materialized (
      select start_date from ${incidents} where ${isActiveAt(now)}
    ), named as materialized (${namedByPostMortems('change')})
    select change_id, effective_at::text from ${changeRecords}
    where change_type = ${type} and effective_at < ${before.toISOString()}
      and effective_at >= ${positions.get(type) ?? '-infinity'}::timestamptz
      and change_id not in (select * from named)
      and not exists (select from open
        where effective_at between start_date - make_interval(hours => ${CHANGES_BEFORE_LONGEST_HOURS}) and start_date)
    order by effective_at, change_id limit ${limit} for update of changes skip locked`)
  const last = rows.at(-1)
  if (!last) return 0
  // Only a statement after the locks sees the marks that the last writer of each change gave it.
  const ids = rows.map(({ change_id }) => Number(change_id))
  await deleteMarkedChanges(db, ids)
  await db.execute(sql`delete from ${changeRecords} where change_id = any(${rowNumbers(ids)})`)
  positions.set(type, last.effective_at)
  return ids.length
}

/**
 * Deletes the bitmaps of hours in which no change is left. Holds the lock of the indexer, which otherwise could add a
 * late change to an hour that is being deleted.
 */
export async function deleteHours(db: Db, { before, limit }: Batch): Promise<number> {
  await lockUntilEnd(db, 'ngramIndex')
  const result = await db.execute(sql`
    delete from ${changeLetters} where (change_type, hour) in (
      select change_type, hour from ${changeLetters} indexed
      where hour < change_hour(${before.toISOString()}::timestamptz) and not exists (
        select from ${changeRecords} kept where kept.change_type = indexed.change_type
          and kept.effective_at >= indexed.hour and kept.effective_at < indexed.hour + interval '1 hour')
      limit ${limit})`)
  return result.rowCount ?? 0
}

export async function countChanges(db: Db, before: Date): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(sql`
    select count(*)::float8 as rows from ${changeRecords}
    where change_type in ('manual', 'auto') and effective_at < ${before.toISOString()}`)
  return rows[0]?.rows ?? 0
}
