import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a cookie, a header and an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a secret. The secrets are random, so a plain digest cannot be guessed back. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
