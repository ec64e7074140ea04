import type { Job } from './claims.ts'

/** One connection that sends one mail at a time. */
export type Lane = {
  /** Resolves with the server's reply when it accepts the mail; rejects with its refusal. */
  send: (job: Job) => Promise<string>
  /** Closes the connection, even while a mail is being sent. */
  close: () => void
}

export type Transport = { lanes: number; openLane: () => Lane }
