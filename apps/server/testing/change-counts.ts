import { sql } from 'drizzle-orm'
import type { TestApp } from './app.ts'

/**
 * Counts per hour that differ from the number of changes: `type mark hour: noted (stored)`. Reads both in one snapshot,
 * without the product's own queries.
 */
export async function findMiscounted({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ wrong: string }>(sql`
    with noted as (
      select change_type, mark_id, hour, sum(count) as n from (
        select * from changes_per_hour union all select * from changes_per_hour_deltas
      ) parts group by 1, 2, 3
    ), stored as (
      select change_type, 0 as mark_id, date_trunc('hour', effective_at, 'UTC') as hour, count(*) as n from changes group by 1, 3
      union all
      select change_type, mark_id, date_trunc('hour', effective_at, 'UTC'), count(*)
      from marked_changes join change_marks using (mark_id) where kind in ('data_centers', 'services') group by 1, 2, 3
    )
    select concat_ws(' ', change_type, mark_id, hour || ':', coalesce(noted.n, 0), '(' || coalesce(stored.n, 0) || ')') as wrong
    from noted full join stored using (change_type, mark_id, hour)
    where coalesce(noted.n, 0) <> coalesce(stored.n, 0)
    union all
    select concat_ws(' ', change_type, mark_id, day, 'differs from its hours by', sum(count)) from (
      select * from changes_per_day
      union all select change_type, mark_id, date_trunc('day', hour, 'UTC'), -count from changes_per_hour
    ) days group by change_type, mark_id, day having sum(count) <> 0
    order by 1`)
  return rows.map(({ wrong }) => wrong)
}

export async function countDeltas({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from changes_per_hour_deltas`,
  )
  return rows[0]?.count ?? 0
}

/** Empties the counts, as a database has them right after it was migrated with its changes. */
export const forgetCounts = ({ db }: Pick<TestApp, 'db'>) =>
  db.execute(`delete from changes_per_hour; delete from changes_per_day; delete from changes_per_hour_deltas;
    update changes_per_hour_progress set counted_from = 'infinity'`)
