import type { Db } from '../../database/open.ts'

/** What one transaction may delete. */
export type Batch = {
  /** Rows from before this time are old. */
  before: Date
  now: Date
  /** The most rows. */
  limit: number
  /** Position of the last deleted row, by a name that the step chooses; the next batch starts there. */
  positions: Map<string, string>
}

/** One of the statements that delete a kind: returns how many rows it deleted, 0 when none is left. */
export type Step = {
  /** What it deletes, as counted in the audit log; null for traces that are not counted. */
  rows: string | null
  run: (db: Db, batch: Batch) => Promise<number>
}

export type Deletion = {
  /** In this order; the next one begins when the one before finds nothing more. */
  steps: readonly Step[]
  /** Rows from before this time, those that stay among them. */
  count: (db: Db, before: Date) => Promise<number>
}
