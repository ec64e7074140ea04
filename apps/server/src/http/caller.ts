import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Signer } from '@aviary/contract/access'
import type { Endpoint } from '@aviary/contract/endpoint'
import { scopesOf } from '@aviary/contract/personal-scopes'
import type { Guarded } from '@aviary/contract/rights'
import { type Scope, VIEW_SCOPES } from '@aviary/contract/scopes'
import type { Person, Session } from './call.ts'
import { NotSignedIn } from './errors.ts'
import { lacksScope, may, require, rightsOf } from './permission.ts'
import type { UploadedFile } from './spool.ts'
import type { Sees } from './withhold.ts'

type Token = {
  tokenId: number
  name: string
  scopes: readonly string[]
  /** Of a personal token, with their rights as they are now. */
  person?: Person
}

/** Functions of the features that identify callers. */
export type CallerServices = {
  findSession: (cookies: string | undefined) => Promise<Session | undefined>
  /** The token of that secret. Throws NotSignedIn if it is unknown, expired or revoked. */
  findToken: (authorization: string | undefined, scope: Scope | null) => Promise<Token>
  /** Throws NotSignedIn if the signature header is missing; checked before the body is read. */
  requireSignature: (signer: Signer, headers: IncomingHttpHeaders) => void
  /** Throws NotSignedIn if the signature is missing or wrong. */
  checkSignature: (signer: Signer, headers: IncomingHttpHeaders, body: Buffer) => Promise<void>
}

export type Incoming = {
  headers: IncomingHttpHeaders
  params: unknown
  query: unknown
  rawBody: Buffer | undefined
  file?: UploadedFile
  requestId: string
  /** By which limits count the sender (`http/network.ts`). */
  network: string
}

/** The scopes of a personal token are those that its person's rights allow at this call. */
export type Caller = { name: string; session?: Session; token?: Omit<Token, 'name'> }

/** Identifies the caller, or throws: 401 before 403. */
export async function admit(
  services: CallerServices,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Caller> {
  const { access, tokenScope } = endpoint
  switch (access.by) {
    case 'anyone':
      return { name: 'anyone' }
    case 'token':
      return admitToken(services, { access, tokenScope: access.scope }, incoming.headers.authorization)
    case 'signature':
      await services.checkSignature(access.sender, incoming.headers, incoming.rawBody ?? Buffer.alloc(0))
      return { name: `webhook:${access.sender}` }
    default: {
      const { authorization, cookie } = incoming.headers
      const session = await services.findSession(cookie)
      if (session) {
        require(session.person, { access })
        return { name: session.person.email, session }
      }
      if (!hasServiceToken(authorization)) throw new NotSignedIn()
      if (!tokenScope) throw new NotSignedIn('Sign in: no service token may make this call')
      return admitToken(services, { access, tokenScope }, authorization)
    }
  }
}

async function admitToken(
  services: CallerServices,
  { access, tokenScope }: { access: Access; tokenScope: Scope | null },
  authorization: string | undefined,
): Promise<Caller> {
  const { name, ...token } = await services.findToken(authorization, tokenScope)
  if (tokenScope !== null && !token.scopes.includes(tokenScope)) throw lacksScope(name, tokenScope)
  const caller = { name: `token:${name}`, token }
  if (!token.person) return caller
  if (tokenScope !== null) require(token.person, { access })
  const allowed: readonly string[] = scopesOf(rightsOf(token.person))
  return { ...caller, token: { ...token, scopes: token.scopes.filter((scope) => allowed.includes(scope)) } }
}

/**
 * Whether the header holds what can be a service token. Proxies add tokens of their own to what browsers send.
 */
export const hasServiceToken = (authorization: string | undefined): boolean =>
  /^Bearer\s+[\w-]{40,60}$/i.test(authorization ?? '')

/**
 * Whether a call is made by a token. A session stands above a token, so that a browser behind a proxy that adds
 * `Authorization` stays with its person and their anti-forgery token.
 */
export async function isByToken(
  services: CallerServices,
  { access, tokenScope }: Endpoint,
  { headers }: Incoming,
): Promise<boolean> {
  if (access.by === 'token') return true
  if (!tokenScope || !hasServiceToken(headers.authorization)) return false
  return (await services.findSession(headers.cookie)) === undefined
}

/** What the caller may see: people everything that their call shows, tokens what their scopes name. */
export const seesOf =
  ({ session, token }: Caller): Sees =>
  (scope) =>
    session !== undefined || token?.scopes.includes(scope) === true

/** Distinguishes answers of one call by what their callers may see; empty for people. */
export const viewOf = (caller: Caller): string =>
  caller.session ? '' : VIEW_SCOPES.filter(seesOf(caller)).join(' ') || 'none'

/**
 * Whether the person, or the token by its scopes, may do what needs this right; a personal token only what both may.
 */
export const mayOf =
  ({ session, token }: Caller) =>
  (guarded: Guarded): boolean => {
    if (session) return may(session.person, guarded)
    const hasScope = guarded.tokenScope !== undefined && token?.scopes.includes(guarded.tokenScope) === true
    return hasScope && (token?.person === undefined || may(token.person, guarded))
  }
