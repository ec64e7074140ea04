import { createHash, randomBytes } from 'node:crypto'
import { isPseudonym, maskAddresses } from './addresses.ts'

/** The fields of an audit row that its seal covers, as PostgreSQL writes them as text. */
export type AuditFields = {
  pkey: number
  application_name: string
  user_email: string
  action_name: string
  /** UTC, with microseconds. */
  created_date: string
  /** JSON. */
  context: string | null
}

/** `address_salts`: as in the table `audit_seals`. */
export type SealedRow = AuditFields & { address_salts: readonly string[] | null }

/** Last seal of the chain or of a part of it; 0 and null before the first seal. */
export type ChainEnd = { sealNo: number; hash: string | null }

export const BEGINNING: ChainEnd = { sealNo: 0, hash: null }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Computes the seal of the row that follows `previous`: SHA-256, base64url (docs/decisions/0021, 0088). Undefined if
 * the addresses of the row cannot be those that were sealed.
 */
export function hashAfter(previous: string | null, sealNo: number, row: SealedRow): string | undefined {
  const { pkey, application_name, action_name, created_date, address_salts: salts } = row
  if (!salts) {
    const { user_email, context } = row
    const fields = [pkey, application_name, user_email, action_name, created_date, context]
    return sha256(JSON.stringify([previous ?? '', sealNo, ...fields]))
  }
  const masked = maskRow(row)
  if (masked.addresses.length !== salts.length) return undefined
  const digests = masked.addresses.map((address, place) => sealedDigest(salts[place] ?? '', address))
  return digests.includes(undefined) ? undefined : hashOf(previous, sealNo, { row, masked, digests })
}

/** Draws salts for the addresses of a row, and computes its seal with them. */
export function sealAfter(previous: string | null, sealNo: number, row: AuditFields) {
  const masked = maskRow(row)
  const salts = masked.addresses.map(() => randomBytes(SALT_BYTES).toString('base64url'))
  const digests = masked.addresses.map((address, place) => sha256(salts[place] + address))
  return { addressSalts: salts, hash: hashOf(previous, sealNo, { row, masked, digests }) }
}

type HashParts = {
  row: AuditFields
  masked: ReturnType<typeof maskRow>
  digests: readonly (string | undefined)[]
}

function hashOf(previous: string | null, sealNo: number, { row, masked, digests }: HashParts): string {
  const { pkey, application_name, action_name, created_date } = row
  const fields = [pkey, application_name, masked.user, action_name, created_date, masked.context]
  return sha256(JSON.stringify([previous ?? '', sealNo, ...fields, digests]))
}

/** The texts of a row without its addresses, and the addresses in their order. */
export function maskRow({ user_email, context }: AuditFields) {
  const user = maskAddresses(user_email)
  const rest = context === null ? { masked: null, addresses: [] } : maskAddresses(context)
  return { user: user.masked, context: rest.masked, addresses: [...user.addresses, ...rest.addresses] }
}

const SALT_BYTES = 16
const ERASED = 'erased:'

/** The digest that takes the place of an erased salt; undefined for a salt. */
export const erasedDigest = (salt: string): string | undefined =>
  salt.startsWith(ERASED) ? salt.slice(ERASED.length) : undefined

export const erasedSalt = (salt: string, address: string): string => `${ERASED}${sha256(salt + address)}`

/** Undefined if the address is not the one that was erased: only a pseudonym can stand there. */
function sealedDigest(salt: string, address: string): string | undefined {
  const digest = erasedDigest(salt)
  if (digest === undefined) return sha256(salt + address)
  return isPseudonym(address) ? digest : undefined
}
