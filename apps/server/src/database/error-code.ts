/** Whether PostgreSQL failed a query with this code; a failed query names its reason in `cause`. */
export function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === code) return true
  return false
}

export const LOCK_NOT_AVAILABLE = '55P03'
/** A standby, or `default_transaction_read_only`. */
export const READ_ONLY = '25006'

/** Also what a statement that took longer than it may ends with. */
export const QUERY_CANCELED = '57014'
