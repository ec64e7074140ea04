import { createHash } from 'node:crypto'

/** A row of the log as its seal is made of: all texts are those that PostgreSQL writes. */
export type SealedRow = {
  pkey: number
  application_name: string
  user_email: string
  action_name: string
  /** In UTC, exact to the microsecond. */
  created_date: string
  /** JSON. */
  context: string | null
}

/** The end of the chain, or of a part of it; before the first seal 0 and null. */
export type ChainEnd = { sealNo: number; hash: string | null }

export const BEGINNING: ChainEnd = { sealNo: 0, hash: null }

/** The seal of the row that follows `previous`: SHA-256, base64url (docs/decisions/0021). */
export function hashAfter(previous: string | null, sealNo: number, row: SealedRow): string {
  const { pkey, application_name, user_email, action_name, created_date, context } = row
  const sealed = [
    previous ?? '',
    sealNo,
    pkey,
    application_name,
    user_email,
    action_name,
    created_date,
    context,
  ]
  return createHash('sha256').update(JSON.stringify(sealed)).digest('base64url')
}
