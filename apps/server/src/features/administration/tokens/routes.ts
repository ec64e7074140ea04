import * as endpoints from '@aviary/contract/administration/endpoints'
import type { Db } from '../../../database/open.ts'
import { type Call, type Route, serve } from '../../../http/call.ts'
import { refuseOutdated } from '../../../http/edits.ts'
import { Conflict, fault, NotFound } from '../../../http/errors.ts'
import { newTokenSecret, toStoredSecret } from '../../session/public.ts'
import { presentToken } from './present-token.ts'
import type { TokenRow } from './queries.ts'
import * as queries from './queries.ts'

export const serviceTokenRoutes: Route[] = [
  serve(endpoints.listServiceTokens, async ({ db }) => ({
    tokens: (await queries.listServiceTokens(db)).map(presentToken),
  })),

  serve(endpoints.getServiceToken, async ({ caller, scopes }) => ({
    name: caller.replace(/^token:/, ''),
    scopes: [...scopes],
  })),

  serve(endpoints.createServiceToken, async (call) => {
    const { db, body, now } = call
    const secret = newTokenSecret()
    const row = await queries.createToken(db, {
      name: body.name,
      scopes: body.scopes,
      ...toStoredSecret(secret),
      createdBy: call.caller,
      createdAt: now,
      expiresAt: checkedExpiry(call),
    })
    if (!row) throw nameTakenFault()
    const token = presentToken(row)
    call.audit({ token_id: row.tokenId, before: null, after: token })
    return { token, secret }
  }),

  serve(endpoints.updateServiceToken, async (call) => {
    const { db, body } = call
    const before = await requireLive(db, body.token_id)
    refuseOutdated(presentToken(before), body.version)
    const expiresAt = checkedExpiry(call, before.expiresAt)
    if (await queries.isTokenNameTaken(db, body.name, before.tokenId)) throw nameTakenFault()
    const row = await queries.updateToken(db, before.tokenId, {
      name: body.name,
      scopes: body.scopes,
      expiresAt,
    })
    const token = presentToken(row)
    call.audit({ token_id: row.tokenId, before: presentToken(before), after: token })
    return { token }
  }),

  serve(endpoints.rotateServiceToken, async (call) => {
    const { db, body, now } = call
    const before = await requireLive(db, body.token_id)
    const secret = newTokenSecret()
    const oldUntil = new Date(now.getTime() + body.old_secret_hours * HOUR_MS)
    const row = await queries.updateToken(db, before.tokenId, {
      ...toStoredSecret(secret),
      ...(oldUntil > now && { oldTokenHash: before.tokenHash, oldUntil }),
    })
    const token = presentToken(row)
    call.audit({ token_id: row.tokenId, before: presentToken(before), after: token })
    return { token, secret }
  }),

  serve(endpoints.revokeServiceToken, async (call) => {
    const before = await requireLive(call.db, call.body.token_id)
    const token = presentToken(await queries.updateToken(call.db, before.tokenId, { revokedAt: call.now }))
    call.audit({ token_id: before.tokenId, before: presentToken(before), after: token })
    return { token }
  }),
]

const HOUR_MS = 60 * 60_000

async function requireLive(db: Db, tokenId: number): Promise<TokenRow> {
  const token = await queries.lockServiceToken(db, tokenId)
  if (!token) throw new NotFound(`There is no service token ${tokenId}`)
  if (token.revokedAt)
    throw new Conflict(`The token '${token.name}' was revoked and stays so: create another`)
  return token
}

type TokenWrite = Call<typeof endpoints.createServiceToken> | Call<typeof endpoints.updateServiceToken>

/**
 * Checks the expiry (null: never). It must lie in the future; only an edit may keep a past expiry unchanged.
 */
function checkedExpiry({ body, now }: TokenWrite, before: Date | null = null): Date | null {
  if (body.expires_date == null) return null
  const expiresAt = new Date(body.expires_date)
  if (expiresAt <= now && expiresAt.getTime() !== before?.getTime())
    throw fault('expires_date', 'is in the past')
  return expiresAt
}

const nameTakenFault = () => fault('name', 'Token Name Already Exists')
