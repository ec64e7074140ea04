import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Scope } from '@aviary/contract/scopes'
import type { Db } from '../../../database/open.ts'
import { createAudit } from '../../audit/public.ts'
import { newTokenSecret, sha256, toStoredSecret } from '../../session/public.ts'
import { presentToken } from './present-token.ts'
import type { OwnedToken, TokenRow } from './queries.ts'
import * as queries from './queries.ts'

/** `author`: the user named in the audit row. */
type Token = { name: string; author: string; now: Date }

/**
 * Creates the service token that a command needs while it runs, and returns its secret. A token from an
 * earlier run gets a new secret and no end instead; its old secret is then refused.
 */
export const issueTokenOfCommand = (db: Db, token: Token & { scopes: Scope[] }): Promise<string> =>
  db.transaction(async (transaction) => {
    const { name, scopes, now: createdAt } = token
    const secret = newTokenSecret()
    const change = { scopes, ...toStoredSecret(secret), createdAt, expiresAt: null, revokedAt: null }
    const before = await queries.lockServiceTokenNamed(transaction, name)
    const after = before
      ? await queries.updateToken(transaction, before.tokenId, change)
      : await queries.createToken(transaction, { name, ...change })
    if (!after)
      throw new Error(`The service token '${name}' was created by another process just now: try again.`)
    await audit(transaction, token, { actionName: 'Create Service Token', before, after })
    return secret
  })

/** Revokes the token with this secret, unless it is already revoked or a later run of the command replaced it. */
export const revokeTokenOfCommand = (db: Db, token: Token & { secret: string }): Promise<void> =>
  db.transaction(async (transaction) => {
    const before = await queries.lockServiceTokenNamed(transaction, token.name)
    if (!before || before.revokedAt || before.tokenHash !== sha256(token.secret)) return
    const after = await queries.updateToken(transaction, before.tokenId, { revokedAt: token.now })
    await audit(transaction, token, { actionName: 'Revoke Service Token', before, after })
  })

type TokenChange = { actionName: string; before: TokenRow | undefined; after: TokenRow }

const audit = (db: Db, { author, now }: Token, { actionName, before, after }: TokenChange) =>
  createAudit(db, {
    ...{ applicationName: APPLICATION_NAME, userEmail: author, actionName, createdDate: now },
    context: {
      token_id: after.tokenId,
      before: before ? presentToken(ofSystem(before)) : null,
      after: presentToken(ofSystem(after)),
    },
  })

const ofSystem = (row: TokenRow): OwnedToken => ({ row, owner: null, ownerSignedInAt: null })
