/** Whether PostgreSQL failed a query with this code; a failed query names its reason in `cause`. */
export function hasCode(error: unknown, code: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === code) return true
  return false
}

export const LOCK_NOT_AVAILABLE = '55P03'
/** A standby, or `default_transaction_read_only`. */
export const READ_ONLY = '25006'
