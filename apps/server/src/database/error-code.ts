/** Whether the error or one of its causes has this code; drizzle puts the original error into `cause`. */
export function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === code) return true
  return false
}

export const LOCK_NOT_AVAILABLE = '55P03'
export const DEADLOCK_DETECTED = '40P01'
/** SQLSTATE of a write on a standby, or with `default_transaction_read_only`. */
export const READ_ONLY = '25006'

/** SQLSTATE of a canceled query; statement_timeout raises it too. */
export const QUERY_CANCELED = '57014'

/** SQLSTATE of a query on a table that does not exist. */
export const UNDEFINED_TABLE = '42P01'
