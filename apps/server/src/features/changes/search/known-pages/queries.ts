import { sql } from 'drizzle-orm'
import type { Db } from '../../../../database/open.ts'

/** `written` stays the same while no change is written. `isWriting`: somebody writes, whose changes are not seen yet. */
export type Written = { written: string; isWriting: boolean }

/** What was written is read before who writes: who has written meanwhile is seen by whoever reads changes after this. */
export async function findWritten(db: Db): Promise<Written> {
  const found = await db.execute<Written>(sql`
    with moment as materialized (select last_value from changes_written)
    select last_value::text as written, exists (
      select from pg_locks where locktype = 'relation' and relation = 'changes'::regclass and last_value is not null
        and database = (select oid from pg_database where datname = current_database())
        and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    ) as "isWriting"
    from moment`)
  const [row] = found.rows
  if (!row) throw new Error('The sequence changes_written has no value')
  return row
}
