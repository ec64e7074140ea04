import { asc, eq } from 'drizzle-orm'
import { announce } from '../src/database/changes.ts'
import { auditLog } from '../src/database/tables/audit.ts'
import {
  applyRetention,
  KIND_NAMES,
  type KindName,
  type RetentionDays,
} from '../src/features/retention/public.ts'
import type { TestApp } from './app.ts'

type Options = { rowsPerBatch?: number; mayGoOn?: () => boolean; onBatch?: () => void | Promise<void> }

/** Deletes the old rows of the kinds that have a number of days, as another process does. */
export async function retain(server: TestApp, days: Partial<RetentionDays>, options: Options = {}) {
  return applyRetention(
    {
      ...{ db: server.db, url: server.databaseUrl, clock: server.now },
      changes: { announce, apply: () => undefined },
      days: Object.fromEntries(KIND_NAMES.map((kind) => [kind, days[kind]])) as RetentionDays,
    },
    { kinds: Object.keys(days) as KindName[], author: 'Aviary retention', ...options },
  )
}

/** Contexts of the audit rows about deleted rows, the oldest first. */
export async function retentionAudit(server: TestApp): Promise<Record<string, unknown>[]> {
  const rows = await server.db
    .select({ context: auditLog.context })
    .from(auditLog)
    .where(eq(auditLog.actionName, 'Delete Old Rows'))
    .orderBy(asc(auditLog.pkey))
  return rows.map(({ context }) => context ?? {})
}
