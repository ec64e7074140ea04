import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { administratorUrl } from './database.ts'

/** Creates a database without tables on the test server; `drop` deletes the database. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = await administratorUrl()
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await rowsOf(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const drop = async () => void (await rowsOf(adminUrl, `drop database if exists ${name} with (force)`))
  return { url: url.href, drop }
}

/** Rows of a statement, run directly on the database. */
export async function rowsOf<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Records migrations as drizzle does, without running any. */
export async function recordMigrations(url: string, times: readonly number[]): Promise<void> {
  await rowsOf(
    url,
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
     truncate drizzle.__drizzle_migrations restart identity;
     insert into drizzle.__drizzle_migrations (hash, created_at) values ${times.map((when) => `('of ${when}', ${when})`).join()}`,
  )
}

const OURS = `n.nspname in ('public', 'drizzle') and c.relkind = 'r'`

/** Every table with its row count and a digest of all rows. */
export async function contentOf(url: string): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} order by 1`,
  )
  if (tables.length === 0) return {}
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' ||
      coalesce(md5(string_agg(one::text, E'\\n' order by one::text collate "C")), '') as content from ${name} one`,
  )
  const rows = await rowsOf<{ name: string; content: string }>(url, each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

/** Indexes, constraints, triggers and sequence positions, as PostgreSQL prints them. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(
    url,
    `select pg_get_indexdef(i.indexrelid) as line
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}
     union all
     select k.conname || ' ' || c.relname || ' ' || pg_get_constraintdef(k.oid)
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and k.contype <> 'n'
     union all
     select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and not t.tgisinternal
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

/**
 * Adds an `always` trigger to `companies` as soon as the table is created. It alters company 7 when that row
 * is inserted; a restore does not disable such triggers.
 */
export const alterOnTheWay = (url: string) =>
  rowsOf(
    url,
    `create function shout() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
     create function shout_soon() returns event_trigger language plpgsql as $$ begin
       if to_regclass('public.companies') is not null and not exists (select from pg_trigger where tgname = 'shout') then
         create trigger shout before insert on public.companies for each row when (new.company_id = 7)
           execute function shout();
         alter table public.companies enable always trigger shout;
       end if;
     end $$;
     create event trigger shout_soon on ddl_command_end when tag in ('CREATE TABLE') execute function shout_soon()`,
  )
