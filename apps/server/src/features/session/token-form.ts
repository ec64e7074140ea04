import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from './tokens.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'avs_'
const RANDOM_BYTES = 32
const RANDOM_CHARACTERS = 43
const CHECKSUM_CHARACTERS = 6
/** Tokens of versions without the prefix are base64url of 32 bytes, and might begin with it by chance. */
const FORMER_LENGTH = 43

function toBase62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text
}

const withChecksum = (text: string): string => text + toBase62(BigInt(crc32(text)), CHECKSUM_CHARACTERS)

/**
 * The secret of a service token: a prefix by which scanners find it, 256 random bits, and a checksum by which a wrong one
 * is known without a look into the database.
 */
export const newTokenSecret = (random: Buffer = randomBytes(RANDOM_BYTES)): string =>
  withChecksum(PREFIX + toBase62(BigInt(`0x${random.toString('hex')}`), RANDOM_CHARACTERS))

const HINT_CHARACTERS = 4

export const hashOfSecret = (secret: string): string => sha256(secret)

/**
 * Another hash than that of service tokens: a process of the version before would find a personal token by that one, and
 * ask for no rights.
 */
export const hashOfPersonalSecret = (secret: string): string => sha256(`personal ${secret}`)

/** What is kept of a new secret: its hash, and its end, by which people tell tokens apart. No earlier secret is accepted. */
export const toStoredSecret = (secret: string, hash = hashOfSecret) => ({
  ...{ tokenHash: hash(secret), hint: secret.slice(-HINT_CHARACTERS) },
  ...{ oldTokenHash: null, oldUntil: null },
})

/** Whether a token of this secret can exist. */
export const canBeTokenSecret = (secret: string): boolean =>
  !secret.startsWith(PREFIX) ||
  secret.length === FORMER_LENGTH ||
  secret === withChecksum(secret.slice(0, -CHECKSUM_CHARACTERS))
