import { createHash } from 'node:crypto'

/** The fields of an audit row that its seal covers, as PostgreSQL writes them as text. */
export type SealedRow = {
  pkey: number
  application_name: string
  user_email: string
  action_name: string
  /** UTC, with microseconds. */
  created_date: string
  /** JSON. */
  context: string | null
}

/** Last seal of the chain or of a part of it; 0 and null before the first seal. */
export type ChainEnd = { sealNo: number; hash: string | null }

export const BEGINNING: ChainEnd = { sealNo: 0, hash: null }

/** Computes the seal of the row that follows `previous`: SHA-256, base64url (docs/decisions/0021). */
export function hashAfter(previous: string | null, sealNo: number, row: SealedRow): string {
  const { pkey, application_name, user_email, action_name, created_date, context } = row
  const sealedFields = [
    previous ?? '',
    sealNo,
    pkey,
    application_name,
    user_email,
    action_name,
    created_date,
    context,
  ]
  return createHash('sha256').update(JSON.stringify(sealedFields)).digest('base64url')
}
