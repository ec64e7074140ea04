import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { throttleLog } from '../process/throttle-log.ts'
import { LOCKS } from './locks.ts'
import type { Db } from './open.ts'

const CHECK_INTERVAL_MS = 200
const SILENT_MS = 5_000
const LOG_INTERVAL_MS = 10_000

type Waiting = { onWaiting: (message: string) => void; signal?: AbortSignal | undefined }

type Holder = { pid: number; name: string; address: string | null; since: string }

/** Acquires the start lock for `db`'s session; after five seconds it reports which process holds the lock. */
export async function acquireStartLock(db: Db, { onWaiting, signal }: Waiting): Promise<void> {
  const startedAt = performance.now()
  const logWaiting = throttleLog(LOG_INTERVAL_MS, onWaiting)
  while (!(await isLockTaken(db))) {
    if (performance.now() - startedAt >= SILENT_MS) logWaiting(await describeHolder(db))
    await pause(CHECK_INTERVAL_MS, undefined, { signal })
  }
}

async function isLockTaken(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_taken: boolean }>(
    sql`select pg_try_advisory_lock(${LOCKS.migration}) as is_taken`,
  )
  return rows[0]?.is_taken ?? false
}

async function describeHolder(db: Db): Promise<string> {
  const { rows } = await db.execute<Holder>(sql`
    select a.pid, a.application_name as name, host(a.client_addr) as address,
      to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') as since
    from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${LOCKS.migration} and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())`)
  const [holder] = rows
  const who = holder
    ? `'${holder.name}' at ${holder.address ?? 'a local socket'} (PostgreSQL process ${holder.pid}, connected since ${holder.since})`
    : 'another process'
  return `Waits for ${who}, which migrates or fills this database: the start goes on when it is done`
}
