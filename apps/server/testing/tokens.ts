import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@aviary/contract/endpoint'
import type { Scope } from '@aviary/contract/scopes'
import { sha256 } from '../src/features/session/public.ts'
import { createServiceToken, getServiceToken } from '../src/features/session/queries.ts'
import { newTokenSecret } from '../src/features/session/token-form.ts'
import { callPlain, type TestApp } from './app.ts'

export type Token = Awaited<ReturnType<typeof openToken>>

/** A service token of that name, and its calls: with audit data that name no person, and a new key for each create. */
export async function openToken(server: TestApp, name: string, scopes: readonly Scope[]) {
  const secret = newTokenSecret()
  const tokenHash = sha256(secret)
  await createServiceToken(server.db, { name, tokenHash, scopes: [...scopes], createdAt: server.now() })
  const row = await getServiceToken(server.db, { tokenHash, personalHash: '' }, server.now())
  if (!row) throw new Error('The token was not stored')
  return { name, secret, tokenId: row.tokenId, call: callWith(server, secret) }
}

type TokenInput = { query?: object; params?: object; body?: object; headers?: Record<string, string> }

/** Calls with the secret of a token. */
export const callWith =
  (server: TestApp, secret: string) =>
  <E extends Endpoint>(endpoint: E, { body, headers, ...input }: TokenInput = {}) => {
    const audit_log_data = { application_name: 'Script', action_name: endpoint.audits ?? '' }
    return callPlain(server.app, endpoint, {
      ...input,
      ...(endpoint.takesBody ? { body: endpoint.audits ? { audit_log_data, ...body } : body } : {}),
      headers: {
        authorization: `Bearer ${secret}`,
        ...(endpoint.method === 'POST' && endpoint.audits ? { 'idempotency-key': randomUUID() } : {}),
        ...headers,
      },
    })
  }
