import { eq } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { retentionRuns } from '../../database/tables/operations.ts'

export type Run = typeof retentionRuns.$inferSelect

export const listRuns = (db: Db): Promise<Run[]> =>
  db.select().from(retentionRuns).orderBy(retentionRuns.kind)

/** The row of a kind, locked until the transaction ends. */
export async function lockRun(db: Db, kind: string): Promise<Run> {
  await db.insert(retentionRuns).values({ kind }).onConflictDoNothing()
  const [run] = await db.select().from(retentionRuns).where(eq(retentionRuns.kind, kind)).for('update')
  if (!run) throw new Error(`The row ${kind} of retention_runs is gone`)
  return run
}

export const updateRun = (db: Db, kind: string, change: Partial<Omit<Run, 'kind'>>) =>
  db.update(retentionRuns).set(change).where(eq(retentionRuns.kind, kind))
