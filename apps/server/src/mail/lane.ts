import type { Job } from './claims.ts'

/** One connection's worth of sending: one mail at a time. */
export type Lane = {
  /** Answers what the server said when it took the mail. Throws what it said when it did not. */
  send: (job: Job) => Promise<string>
  /** Cuts off whatever is under way. */
  close: () => void
}

export type Transport = { lanes: number; openLane: () => Lane }
