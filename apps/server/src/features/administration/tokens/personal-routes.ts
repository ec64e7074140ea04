import * as endpoints from '@aviary/contract/administration/personal-token-endpoints'
import { PERSONAL_TOKEN_DAYS, PERSONAL_TOKENS } from '@aviary/contract/administration/rules'
import { missingForScope, scopesOf } from '@aviary/contract/personal-scopes'
import type { PersonalScope } from '@aviary/contract/scopes'
import { type Call, type Person, type Route, serve } from '../../../http/call.ts'
import { Conflict, fault, NotFound, NotSignedIn } from '../../../http/errors.ts'
import { inWords, rightsOf } from '../../../http/permission.ts'
import { presentToken } from './present-token.ts'
import type { OwnedToken } from './queries.ts'
import * as queries from './queries.ts'
import { createToken, revokeToken, rotateToken, updateToken } from './write-token.ts'

/** Tokens of a person that cannot be used, and stay in the list all the same. */
const KEPT = 50

/** Calls of people for their own tokens; those of others do not exist for them. */
export const personalTokenRoutes: Route[] = [
  serve(endpoints.listPersonalTokens, async ({ db, person }) => ({
    tokens: (await queries.listPersonalTokens(db, person().userId)).map(presentToken),
    scopes: scopesOf(rightsOf(person())),
  })),

  serve(endpoints.createPersonalToken, async (call) => {
    const { scopes, expires_date } = call.body
    refuseForeignScopes(call.person(), scopes)
    refuseFarExpiry(expires_date, call.now)
    await refuseTooMany(call)
    await refuseNameOfSystem(call)
    await queries.deleteOldTokens(call.db, call.person().userId, { now: call.now, keep: KEPT })
    return createToken(call, call.person())
  }),

  serve(endpoints.updatePersonalToken, async (call) => {
    const { token_id, scopes, expires_date } = call.body
    const before = await requireOwnToken(call, token_id)
    const added = scopes.filter((scope) => !before.row.scopes.includes(scope))
    refuseForeignScopes(call.person(), added)
    if (new Date(expires_date).getTime() !== before.row.expiresAt?.getTime())
      refuseFarExpiry(expires_date, call.now)
    if (!before.row.revokedAt && new Date(expires_date) > call.now) await refuseTooMany(call, token_id)
    await refuseNameOfSystem(call)
    return updateToken(call, before)
  }),

  serve(endpoints.rotatePersonalToken, async (call) =>
    rotateToken(call, await requireOwnToken(call, call.body.token_id)),
  ),

  serve(endpoints.revokePersonalToken, async (call) =>
    revokeToken(call, await requireOwnToken(call, call.body.token_id)),
  ),
]

type OwnCall = Pick<Call, 'db' | 'now' | 'person'>

async function requireOwnToken({ db, person }: OwnCall, tokenId: number): Promise<OwnedToken> {
  // In the order in which a create locks.
  if (!(await queries.lockOwner(db, person().userId))) throw new NotSignedIn()
  const token = await queries.lockServiceToken(db, tokenId, person().userId)
  if (!token) throw new NotFound(`You have no token ${tokenId}`)
  return token
}

function refuseForeignScopes(person: Person, scopes: readonly PersonalScope[]): void {
  for (const scope of scopes) {
    const missing = missingForScope(rightsOf(person), scope)
    if (missing)
      throw fault('scopes', `${scope} needs ${inWords(missing)}, which you do not hold: leave it out`)
  }
}

function refuseFarExpiry(expiresDate: string, now: Date): void {
  if (new Date(expiresDate).getTime() > now.getTime() + PERSONAL_TOKEN_DAYS * 24 * 60 * 60_000)
    throw fault('expires_date', `is more than ${PERSONAL_TOKEN_DAYS} days ahead`)
}

/** Tokens of systems that were named before there were personal ones may have any name. */
async function refuseNameOfSystem({ db, body, person }: OwnCall & { body: { name: string } }): Promise<void> {
  if (await queries.isTokenNameTaken(db, `${person().email}/${body.name}`, { tokenId: 0, userId: null }))
    throw fault('name', 'Token Name Already Exists')
}

async function refuseTooMany({ db, now, person }: OwnCall, exceptTokenId?: number): Promise<void> {
  const { userId } = person()
  if (!(await queries.lockOwner(db, userId))) throw new NotSignedIn()
  if ((await queries.countLiveTokens(db, { userId, exceptTokenId, now })) >= PERSONAL_TOKENS)
    throw new Conflict(
      `You have ${PERSONAL_TOKENS} tokens that can be used, which is the most: revoke one first`,
    )
}
