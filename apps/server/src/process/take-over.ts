/** Longest time in which a process connects to a database that is back, and records what it sent meanwhile. */
const RECORDS_WITHIN_MS = 15_000

/**
 * Whether a worker may take what another holds although its lease is over. Not soon after a failed claim: while the
 * database was away, the other could not record what it had sent.
 */
export function openTakeOver() {
  let allowedFrom = 0
  return {
    isAllowed: () => performance.now() >= allowedFrom,
    claimFailed: () => {
      allowedFrom = performance.now() + RECORDS_WITHIN_MS
    },
  }
}
