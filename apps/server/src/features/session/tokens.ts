import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a cookie, a header and a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The digest that the database stores of a secret. Secrets are random, so an unsalted digest is enough. */
export const sha256 = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
