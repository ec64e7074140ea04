import { PERSONAL_TOKEN_SIGN_IN_DAYS } from '@aviary/contract/administration/rules'
import type { Scope } from '@aviary/contract/scopes'
import type { Clock } from '../../clock.ts'
import { hasCode, READ_ONLY } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { NotSignedIn } from '../../http/errors.ts'
import * as queries from './queries.ts'
import { openRememberedTokens, type ServiceToken } from './remembered-tokens.ts'
import { toPerson } from './to-person.ts'
import { canBeTokenSecret, hashOfPersonalSecret, hashOfSecret } from './token-form.ts'

const USED_UPDATE_MS = 60_000
const SIGN_IN_COUNTS_MS = PERSONAL_TOKEN_SIGN_IN_DAYS * 24 * 60 * 60_000

/**
 * Finds the token in `Authorization: Bearer <token>`; for metrics, a remembered token is enough while the
 * database is away.
 */
export function openServiceTokens(db: Db, clock: Clock) {
  const find = async (secret: string): Promise<ServiceToken> => {
    const now = clock()
    const hashes = { tokenHash: hashOfSecret(secret), personalHash: hashOfPersonalSecret(secret) }
    const token = await queries.getServiceToken(db, hashes, now)
    // Read after the token and for each call, so that a right is lost at once.
    const person = token?.userId ? await queries.getPerson(db, token.userId) : undefined
    if (!token || (token.userId && !person))
      throw new NotSignedIn('The service token is unknown, expired or revoked')
    if (person && now.getTime() - person.signedInAt.getTime() >= SIGN_IN_COUNTS_MS)
      throw new NotSignedIn(
        `The person of this token has not signed in for ${PERSONAL_TOKEN_SIGN_IN_DAYS} days: it works again once they have`,
      )
    if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > USED_UPDATE_MS) {
      await queries.updateServiceTokenUsed(db, token.tokenId, now).catch(ignoreReadOnly)
    }
    const { tokenId, scopes, expiresAt } = token
    if (!person) return { tokenId, name: token.name, scopes, expiresAt }
    return { tokenId, name: `${person.email}/${token.name}`, scopes, expiresAt, person: toPerson(person) }
  }
  const getOrRemember = openRememberedTokens(find, clock)

  return async (authorization: string | undefined, scope: Scope | null): Promise<ServiceToken> => {
    const secret = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
    if (!secret) throw new NotSignedIn('Send a service token: Authorization: Bearer …')
    if (!canBeTokenSecret(secret)) throw new NotSignedIn('The service token is misspelled or cut off')
    return scope === 'read:metrics' ? getOrRemember(secret) : find(secret)
  }
}

/** Ignores the error of a read-only database, in which tokens can still be read; throws any other error. */
function ignoreReadOnly(error: unknown): void {
  if (!hasCode(error, READ_ONLY)) throw error
}
