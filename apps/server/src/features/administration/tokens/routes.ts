import * as endpoints from '@aviary/contract/administration/service-token-endpoints'
import type { Db } from '../../../database/open.ts'
import { type Route, serve } from '../../../http/call.ts'
import { Conflict, fault, NotFound } from '../../../http/errors.ts'
import { presentToken } from './present-token.ts'
import type { OwnedToken } from './queries.ts'
import * as queries from './queries.ts'
import { createToken, revokeToken, rotateToken, updateToken } from './write-token.ts'

/** Calls of administrators, who see and revoke personal tokens, too, but change none and get no secret of one. */
export const serviceTokenRoutes: Route[] = [
  serve(endpoints.listServiceTokens, async ({ db }) => ({
    tokens: (await queries.listServiceTokens(db)).map(presentToken),
  })),

  serve(endpoints.getServiceToken, async ({ caller, scopes }) => ({
    name: caller.replace(/^token:/, ''),
    scopes: [...scopes],
  })),

  serve(endpoints.createServiceToken, async (call) => {
    refusePersonalName(call.body.name)
    return createToken(call)
  }),

  serve(endpoints.updateServiceToken, async (call) => {
    const before = await requireToken(call.db, call.body.token_id)
    refusePersonal(before)
    if (call.body.name !== before.row.name) refusePersonalName(call.body.name)
    return updateToken(call, before)
  }),

  serve(endpoints.rotateServiceToken, async (call) => {
    const before = await requireToken(call.db, call.body.token_id)
    refusePersonal(before)
    return rotateToken(call, before)
  }),

  serve(endpoints.revokeServiceToken, async (call) =>
    revokeToken(call, await requireToken(call.db, call.body.token_id)),
  ),
]

async function requireToken(db: Db, tokenId: number): Promise<OwnedToken> {
  const token = await queries.lockServiceToken(db, tokenId)
  if (!token) throw new NotFound(`There is no service token ${tokenId}`)
  return token
}

function refusePersonal({ row, owner }: OwnedToken): void {
  if (owner === null) return
  throw new Conflict(
    `'${row.name}' is a personal token of ${owner}, who alone can change it: revoke it instead`,
  )
}

/** The audit log names a personal token `token:<e-mail>/<name>`: no other token may be taken for one. */
function refusePersonalName(name: string): void {
  if (/@[^\s/]+\//.test(name))
    throw fault('name', 'reads like a personal token of that address: write it without the slash')
}
