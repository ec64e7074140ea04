const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Documented in docs/operations.md. */
export const LIMITS = {
  /** Requests that a network may send to each process. */
  requestsOfNetworkAnHour: 20,
  /** Requests that a process works on at the same time, each with one connection to the database. */
  requestsAtOnce: 3,
  /** Further ones wait, without a connection. */
  requestsWaiting: 100,
  mailsAnHour: 300,
  mailsOfMailboxADay: 3,
  pauseOfMailboxMs: 10 * MINUTE_MS,
  /** How long a link works. */
  linkMs: DAY_MS,
}

export { DAY_MS, HOUR_MS }
