import type * as personal from '@aviary/contract/administration/personal-token-endpoints'
import type * as endpoints from '@aviary/contract/administration/service-token-endpoints'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated } from '../../../http/edits.ts'
import { Conflict, fault } from '../../../http/errors.ts'
import { hashOfPersonalSecret, newTokenSecret, toStoredSecret } from '../../session/public.ts'
import { presentToken } from './present-token.ts'
import type { OwnedToken, TokenRow } from './queries.ts'
import * as queries from './queries.ts'

// Tokens of systems and of people are written the same way; who may, and what may be chosen, is checked before.

type Create = Call<typeof endpoints.createServiceToken> | Call<typeof personal.createPersonalToken>
type Update = Call<typeof endpoints.updateServiceToken> | Call<typeof personal.updatePersonalToken>
type Rotate = Call<typeof endpoints.rotateServiceToken> | Call<typeof personal.rotatePersonalToken>
type Revoke = Call<typeof endpoints.revokeServiceToken> | Call<typeof personal.revokePersonalToken>
type Owner = { userId: number; email: string }

const HOUR_MS = 60 * 60_000

export async function createToken(call: Create, owner?: Owner) {
  const { db, body, now } = call
  const secret = newTokenSecret()
  const row = await queries.createToken(db, {
    ...{ name: body.name, scopes: body.scopes, userId: owner?.userId ?? null },
    ...storedSecret(secret, owner),
    ...{ createdBy: call.caller, createdAt: now, expiresAt: checkedExpiry(call) },
  })
  const created = row && (await queries.lockServiceToken(db, row.tokenId))
  if (!created) throw nameTakenFault()
  const token = presentToken(created)
  call.audit({ token_id: token.token_id, before: null, after: token })
  return { token, secret }
}

export async function updateToken(call: Update, before: OwnedToken) {
  const { db, body } = call
  refuseRevoked(before)
  refuseOutdated(presentToken(before), body.version)
  const expiresAt = checkedExpiry(call, before.row.expiresAt)
  if (await queries.isTokenNameTaken(db, body.name, before.row)) throw nameTakenFault()
  return { token: await change(call, before, { name: body.name, scopes: body.scopes, expiresAt }) }
}

export async function rotateToken(call: Rotate, before: OwnedToken) {
  const { body, now } = call
  refuseRevoked(before)
  const secret = newTokenSecret()
  const oldUntil = new Date(now.getTime() + body.old_secret_hours * HOUR_MS)
  const token = await change(call, before, {
    ...storedSecret(secret, before.row.userId),
    ...(oldUntil > now && { oldTokenHash: before.row.tokenHash, oldUntil }),
  })
  return { token, secret }
}

export async function revokeToken(call: Revoke, before: OwnedToken) {
  refuseRevoked(before)
  return { token: await change(call, before, { revokedAt: call.now }) }
}

const storedSecret = (secret: string, owner: unknown) =>
  owner ? toStoredSecret(secret, hashOfPersonalSecret) : toStoredSecret(secret)

async function change(call: Update | Rotate | Revoke, before: OwnedToken, fields: Partial<TokenRow>) {
  const { tokenId } = before.row
  const row = await queries.updateToken(call.db, tokenId, fields)
  const token = presentToken({ ...before, row })
  call.audit({ token_id: tokenId, before: presentToken(before), after: token })
  return token
}

function refuseRevoked({ row }: OwnedToken): void {
  if (row.revokedAt) throw new Conflict(`The token '${row.name}' was revoked and stays so: create another`)
}

/**
 * Checks the expiry (null: never). It must lie in the future; only an edit may keep a past expiry unchanged.
 */
function checkedExpiry({ body, now }: Create | Update, before: Date | null = null): Date | null {
  if (body.expires_date == null) return null
  const expiresAt = new Date(body.expires_date)
  if (expiresAt <= now && expiresAt.getTime() !== before?.getTime())
    throw fault('expires_date', 'is in the past')
  return expiresAt
}

const nameTakenFault = () => fault('name', 'Token Name Already Exists')
