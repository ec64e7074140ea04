import { sha256 } from '../../session/public.ts'

const HINT = 4

/** What is kept of a secret: its hash, and its end, by which people tell tokens apart. */
export const toStored = (secret: string) => ({ tokenHash: sha256(secret), hint: secret.slice(-HINT) })
