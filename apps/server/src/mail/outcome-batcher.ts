import type { Db } from '../database/open.ts'
import { type Outcome, recordOutcomes } from './queue/queries.ts'

type Waiting = { outcome: Outcome; written: () => void; failed: (error: unknown) => void }

/**
 * Writes outcomes in batches: those that arrive during a statement go into the next one. `record` resolves when its
 * outcome is committed.
 */
export function openOutcomeBatcher(db: Db, worker: string) {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await recordOutcomes(
          db,
          worker,
          batch.map(({ outcome }) => outcome),
        )
        for (const { written } of batch) written()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = undefined
  }

  return {
    record: (outcome: Outcome) =>
      new Promise<void>((written, failed) => {
        waiting.push({ outcome, written, failed })
        writing ??= write()
      }),
    close: async () => writing,
  }
}
