import type { Scope } from '@aviary/contract/scopes'
import type { Clock } from '../../clock.ts'
import { hasCode, READ_ONLY } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { NotSignedIn } from '../../http/errors.ts'
import * as queries from './queries.ts'
import { openRememberedTokens, type ServiceToken } from './remembered-tokens.ts'
import { hashOf } from './tokens.ts'

const USED_EVERY_MS = 60_000

/** Reads `Authorization: Bearer <token>`; `scope` is what it is to be used for. */
export function openServiceTokens(db: Db, clock: Clock) {
  const find = async (tokenHash: string): Promise<ServiceToken> => {
    const now = clock()
    const found = await queries.getServiceToken(db, tokenHash, now)
    if (!found) throw new NotSignedIn('The service token is unknown, expired or revoked')
    if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS) {
      await queries.updateServiceTokenUsed(db, found.tokenId, now).catch(unlessReadOnly)
    }
    return found
  }
  const getOrRemember = openRememberedTokens(find, clock)

  return async (authorization: string | undefined, scope: Scope): Promise<ServiceToken> => {
    const secret = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    if (!secret) throw new NotSignedIn('Send a service token: Authorization: Bearer …')
    return scope === 'read:metrics' ? getOrRemember(hashOf(secret)) : find(hashOf(secret))
  }
}

/** Reading goes on where nothing can be written; any other fault is told. */
function unlessReadOnly(error: unknown): void {
  if (!hasCode(error, READ_ONLY)) throw error
}
