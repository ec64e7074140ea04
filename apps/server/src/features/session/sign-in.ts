import { LONGEST_ADDRESS } from '@aviary/contract/constants'
import * as oidc from 'openid-client'
import type { Db } from '../../database/open.ts'
import { inRequest } from '../../process/tracing.ts'
import { type Claims, type Groups, getGroups, getIdentity, hasGroups } from './claims.ts'
import { SignInFailed } from './failed-sign-in.ts'
import * as queries from './queries.ts'
import { createState } from './sign-in-attempts.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  publicUrl: string
  scopes?: readonly string[]
  /** Name of the claim with a person's groups; undefined if there is none. */
  groupsClaim?: string | undefined
  /** Treats an e-mail address as verified if the provider does not tell whether it is. */
  isEmailTrusted?: boolean
}

/** The person who signed in. `groups` is empty when no claim is configured. */
export type SignedInPerson = {
  email: string
  isEmailVerified: boolean
  groups: Groups
  idToken: string | undefined
  nextPath: string
}

export const SIGN_IN_LASTS_MS = 10 * 60 * 1000

/** The path to return to; `/` if `next` leads out of Aviary, to a sign-in page or to the API. */
export function safePath(next: string | undefined): string {
  if (!next?.startsWith('/') || next.length > LONGEST_ADDRESS || /^\/[/\\]/.test(next)) return '/'
  const base = 'http://aviary.invalid'
  if (!URL.canParse(next, base)) return '/'
  const url = new URL(next, base)
  if (url.origin !== base || url.pathname.startsWith('/login') || url.pathname.startsWith('/api/')) return '/'
  const path = url.pathname + url.search + url.hash
  // Resolving dots can yield the address of another site: `/.//evil.example`.
  return /^\/[/\\]/.test(path) ? '/' : path
}

const TIMEOUT_SECONDS = 5

/** Authorization code flow with PKCE against any OpenID Connect provider, which is discovered at first use. */
export function openSignIn(settings: OidcSettings) {
  let discovered: Promise<oidc.Configuration> | undefined
  const redirectUri = `${settings.publicUrl}/api/sign_in/callback`

  const discover = (next = '/') => {
    discovered ??= oidc
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, options) =>
          inRequest({ service: 'oidc', method: options.method }, () => fetch(url, options as RequestInit)),
        execute: [
          // Also checks the signature of the ID token; by default the library relies on TLS alone.
          oidc.enableNonRepudiationChecks,
          ...(settings.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw new SignInFailed(
          'unavailable',
          `The sign-in provider cannot be reached: ${toReason(error)}`,
          safePath(next),
        )
      })
    return discovered
  }

  /** `attempt` is the secret of this attempt in the sign-in cookie. Returns the URL to send the browser to. */
  const start = async (
    db: Db,
    request: { next: string | undefined; attempt: string; now: Date },
  ): Promise<string> => {
    const configuration = await discover(request.next)
    const codeVerifier = oidc.randomPKCECodeVerifier()
    const state = createState(request.attempt)
    const nonce = oidc.randomNonce()
    const expiresAt = new Date(request.now.getTime() + SIGN_IN_LASTS_MS)
    await queries.createSignIn(db, {
      state,
      codeVerifier,
      nonce,
      nextPath: safePath(request.next),
      expiresAt,
    })
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: (settings.scopes ?? ['openid', 'email']).join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return address.href
  }

  /**
   * Finishes a sign-in when the browser returns. `query`: query string of the callback; `isOfBrowser`:
   * whether this browser started the sign-in.
   */
  const finish = async (
    db: Db,
    { query, isOfBrowser, now }: { query: URLSearchParams; isOfBrowser: boolean; now: Date },
  ): Promise<SignedInPerson> => {
    const state = query.get('state') ?? ''
    const started = isOfBrowser ? await queries.consumeSignIn(db, state, now) : undefined
    if (!started) {
      throw new SignInFailed(
        'expired',
        'The sign-in has expired, was finished before or began in another browser',
      )
    }
    const next = started.nextPath
    const configuration = await discover(next)
    const tokens = await oidc
      .authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
        pkceCodeVerifier: started.codeVerifier,
        expectedState: state,
        expectedNonce: started.nonce,
      })
      .catch((error: unknown) => {
        throw new SignInFailed('refused', `The sign-in provider refused: ${toReason(error)}`, next)
      })
    const person = await readPerson({ configuration, tokens, settings, next })
    return { ...person, idToken: tokens.id_token, nextPath: next }
  }

  /**
   * Discovers the provider, which may take seconds. The returned function gives the URL at which the sign-out
   * continues.
   */
  const prepareSignOut = async () => {
    const configuration = await discover().catch(() => undefined)
    return (idToken: string | null | undefined): string => {
      const after = `${settings.publicUrl}/login?signed_out=1`
      if (!idToken || !configuration?.serverMetadata().end_session_endpoint) return '/login?signed_out=1'
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: after,
      }).href
    }
  }

  return { start, finish, prepareSignOut }
}

export type SignIn = ReturnType<typeof openSignIn>

type CodeGrant = {
  configuration: oidc.Configuration
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
  settings: OidcSettings
  next: string
}

/** Reads the person from the ID token, and from userinfo when the token is incomplete. */
async function readPerson(grant: CodeGrant) {
  const { tokens, settings, next } = grant
  const claims: Claims = tokens.claims() ?? {}
  const userinfo = isComplete(claims, settings) ? {} : await fetchUserinfo(grant)
  const sources = [claims, userinfo.claims ?? {}]
  const identity = getIdentity(sources)
  if (!identity && userinfo.fault)
    throw new SignInFailed(
      'unavailable',
      `The userinfo of the sign-in provider cannot be read: ${userinfo.fault}`,
      next,
    )
  if (!identity) throw new SignInFailed('no_email', 'The sign-in provider gave no e-mail address', next)
  if (identity.isVerified === false)
    throw new SignInFailed('unverified', 'The sign-in provider has not verified the e-mail address', next)
  return {
    email: identity.email,
    isEmailVerified: identity.isVerified ?? settings.isEmailTrusted ?? false,
    groups: readGroups(sources, { claim: settings.groupsClaim, userinfoFault: userinfo.fault }),
  }
}

type GroupsSource = { claim: string | undefined; userinfoFault: string | undefined }

function readGroups(sources: readonly Claims[], { claim, userinfoFault }: GroupsSource): Groups {
  if (claim === undefined) return { names: [] }
  const areGroupsKnown = sources.some((claims) => hasGroups(claims, claim))
  if (userinfoFault && !areGroupsKnown)
    return { fault: `userinfo cannot be asked for them: ${userinfoFault}` }
  return getGroups(sources, claim)
}

/**
 * Whether the claims suffice without userinfo: providers may send all but `sub` through userinfo only (OpenID
 * Connect Core 5.4).
 */
function isComplete(claims: Claims, { groupsClaim, isEmailTrusted }: OidcSettings): boolean {
  const identity = getIdentity([claims])
  if (!identity || (identity.isVerified === undefined && !isEmailTrusted)) return false
  return groupsClaim === undefined || hasGroups(claims, groupsClaim)
}

async function fetchUserinfo({
  configuration,
  tokens,
}: CodeGrant): Promise<{ claims?: Claims; fault?: string }> {
  const subject = tokens.claims()?.sub
  if (!configuration.serverMetadata().userinfo_endpoint || subject === undefined) return {}
  try {
    return { claims: await oidc.fetchUserInfo(configuration, tokens.access_token, subject) }
  } catch (error) {
    return { fault: toReason(error) }
  }
}

const toReason = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason')
