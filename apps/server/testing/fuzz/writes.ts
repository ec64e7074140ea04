import { sql } from 'drizzle-orm'
import type { Db } from '../../src/database/open.ts'

/**
 * Columns that reads and refused requests may update, because they hold the time of the last use. Any other
 * write by a refused request is a fault.
 */
const MOVED_BY_READING: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_seen_at'],
  service_tokens: ['last_used_at'],
}

export type Writes = {
  /** The rows committed since the last call, one text such as `incidents UPDATE` per row. */
  since: () => Promise<string[]>
}

/** Records written rows by database triggers, so that a rollback removes the record too. */
export async function watchWrites(db: Db): Promise<Writes> {
  await db.execute(sql`
    create table noted_writes (write_id bigint generated always as identity primary key, what text not null)`)
  await db.execute(sql`
    create function note_write() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv[0]::text[] = to_jsonb(old) - tg_argv[0]::text[] then
        return null;
      end if;
      insert into noted_writes (what) values (tg_table_name || ' ' || tg_op);
      return null;
    end $$`)
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'noted_writes'`)
  for (const { name } of tables) {
    const moved = `{${(MOVED_BY_READING[name] ?? []).join(',')}}`
    await db.execute(sql`
      create trigger zz_note_write after insert or update or delete on ${sql.identifier(name)}
      for each row execute function note_write(${sql.raw(`'${moved}'`)})`)
  }
  let last = 0
  return {
    since: async () => {
      const { rows } = await db.execute<{ id: string; what: string }>(
        sql`select write_id as id, what from noted_writes where write_id > ${last} order by write_id`,
      )
      last = Number(rows.at(-1)?.id ?? last)
      return rows.map(({ what }) => what)
    },
  }
}
