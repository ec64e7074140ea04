import type { Scope } from '@aviary/contract/scopes'
import type { Clock } from '../../clock.ts'
import { hasCode, READ_ONLY } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { NotSignedIn } from '../../http/errors.ts'
import * as queries from './queries.ts'
import { openRememberedTokens, type ServiceToken } from './remembered-tokens.ts'
import { canBeTokenSecret } from './token-form.ts'
import { sha256 } from './tokens.ts'

const USED_UPDATE_MS = 60_000

/**
 * Finds the token in `Authorization: Bearer <token>`; for metrics, a remembered token is enough while the
 * database is away.
 */
export function openServiceTokens(db: Db, clock: Clock) {
  const find = async (tokenHash: string): Promise<ServiceToken> => {
    const now = clock()
    const token = await queries.getServiceToken(db, tokenHash, now)
    if (!token) throw new NotSignedIn('The service token is unknown, expired or revoked')
    if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > USED_UPDATE_MS) {
      await queries.updateServiceTokenUsed(db, token.tokenId, now).catch(ignoreReadOnly)
    }
    return token
  }
  const getOrRemember = openRememberedTokens(find, clock)

  return async (authorization: string | undefined, scope: Scope | null): Promise<ServiceToken> => {
    const secret = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    if (!secret) throw new NotSignedIn('Send a service token: Authorization: Bearer …')
    if (!canBeTokenSecret(secret)) throw new NotSignedIn('The service token is misspelled or cut off')
    return scope === 'read:metrics' ? getOrRemember(sha256(secret)) : find(sha256(secret))
  }
}

/** Ignores the error of a read-only database, in which tokens can still be read; throws any other error. */
function ignoreReadOnly(error: unknown): void {
  if (!hasCode(error, READ_ONLY)) throw error
}
