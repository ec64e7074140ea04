import type { Clock } from '../../clock.ts'
import { hasCode, READ_ONLY } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { NotSignedIn } from '../../http/errors.ts'
import { findServiceToken, updateServiceTokenUsed } from './queries.ts'
import { hashOf } from './tokens.ts'

const USED_EVERY_MS = 60_000

/** Reads `Authorization: Bearer <token>`. */
export function openServiceTokens(db: Db, clock: Clock) {
  return async (authorization: string | undefined): Promise<{ name: string; scopes: readonly string[] }> => {
    const secret = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    if (!secret) throw new NotSignedIn('Send a service token: Authorization: Bearer …')
    const now = clock()
    const found = await findServiceToken(db, hashOf(secret), now)
    if (!found) throw new NotSignedIn('The service token is unknown, expired or revoked')
    if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS) {
      await updateServiceTokenUsed(db, found.tokenId, now).catch(unlessReadOnly)
    }
    return { name: found.name, scopes: found.scopes }
  }
}

/** Reading goes on where nothing can be written; any other fault is told. */
function unlessReadOnly(error: unknown): void {
  if (!hasCode(error, READ_ONLY)) throw error
}
