import { LONGEST_ADDRESS } from '@aviary/contract/constants'
import * as oidc from 'openid-client'
import type { Db } from '../../database/open.ts'
import { type Claims, type Groups, groupsIn, identityIn, tellsGroups } from './claims.ts'
import { SignInFailed } from './failed-sign-in.ts'
import * as queries from './queries.ts'
import { hashOf, newSecret } from './tokens.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  publicUrl: string
  scopes?: readonly string[]
  /** Where the groups of a person are named; undefined: nowhere. */
  groupsClaim?: string | undefined
  /** An address counts as verified where the provider does not say whether it is. */
  isEmailTrusted?: boolean
}

/** Who signed in. `groups` is empty where no claim is configured. */
export type SignedInPerson = {
  email: string
  isEmailVerified: boolean
  groups: Groups
  idToken: string | undefined
  nextPath: string
}

export const SIGN_IN_LASTS_MS = 10 * 60 * 1000

/** The path to come back to: only one of our own, and never a sign-in page again. */
export function safePath(next: string | undefined): string {
  if (!next?.startsWith('/') || next.length > LONGEST_ADDRESS || /^\/[/\\]/.test(next)) return '/'
  const base = 'http://aviary.invalid'
  if (!URL.canParse(next, base)) return '/'
  const url = new URL(next, base)
  if (url.origin !== base || url.pathname.startsWith('/login') || url.pathname.startsWith('/api/')) return '/'
  const path = url.pathname + url.search + url.hash
  // Resolving dots can leave an address of another site: `/.//evil.example`.
  return /^\/[/\\]/.test(path) ? '/' : path
}

/**
 * The state can be used only by the browser whose cookie it was made with: nobody can hand another person the end of
 * his own sign-in.
 */
const stateFor = (browser: string, random = newSecret()): string =>
  `${random}.${hashOf(`${browser}.${random}`)}`

const isStateOf = (browser: string, state: string): boolean =>
  browser !== '' && state === stateFor(browser, state.split('.')[0] ?? '')

const ANSWERS_WITHIN_SECONDS = 5

/** Authorization code with PKCE against any OpenID Connect provider. The provider is asked about itself at first use. */
export function openSignIn(settings: OidcSettings) {
  let discovered: Promise<oidc.Configuration> | undefined
  const redirectUri = `${settings.publicUrl}/api/sign_in/callback`

  const discover = (next = '/') => {
    discovered ??= oidc
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: ANSWERS_WITHIN_SECONDS,
        execute: [
          // The signature of the ID token, which TLS alone would not show.
          oidc.enableNonRepudiationChecks,
          ...(settings.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw new SignInFailed(
          'unavailable',
          `The sign-in provider cannot be reached: ${reasonOf(error)}`,
          safePath(next),
        )
      })
    return discovered
  }

  /** `browser` is what the sign-in cookie holds. Answers where to send the browser. */
  const start = async (
    db: Db,
    begun: { next: string | undefined; browser: string; now: Date },
  ): Promise<string> => {
    const configuration = await discover(begun.next)
    const codeVerifier = oidc.randomPKCECodeVerifier()
    const state = stateFor(begun.browser)
    const nonce = oidc.randomNonce()
    const expiresAt = new Date(begun.now.getTime() + SIGN_IN_LASTS_MS)
    await queries.createSignIn(db, { state, codeVerifier, nonce, nextPath: safePath(begun.next), expiresAt })
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

  /** Takes the browser's way back. `query` is the query string of the callback. */
  const finish = async (
    db: Db,
    { query, browser, now }: { query: string; browser: string; now: Date },
  ): Promise<SignedInPerson> => {
    const state = new URLSearchParams(query).get('state') ?? ''
    const started = isStateOf(browser, state) ? await queries.consumeSignIn(db, state, now) : undefined
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
        throw new SignInFailed('refused', `The sign-in provider refused: ${reasonOf(error)}`, next)
      })
    const person = await readPerson({ configuration, tokens, settings, next })
    return { ...person, idToken: tokens.id_token, nextPath: next }
  }

  /** Asks the provider about itself, which may take seconds; answers where to send the browser whose session ends. */
  const prepareEnd = async () => {
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

  return { start, finish, prepareEnd }
}

export type SignIn = ReturnType<typeof openSignIn>

type Answered = {
  configuration: oidc.Configuration
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
  settings: OidcSettings
  next: string
}

/** Who signed in, by the ID token, and by userinfo where the token leaves something out. */
async function readPerson(answered: Answered) {
  const { tokens, settings, next } = answered
  const claims: Claims = tokens.claims() ?? {}
  const userinfo = isEnough(claims, settings) ? {} : await askUserinfo(answered)
  const sources = [claims, userinfo.claims ?? {}]
  const identity = identityIn(sources)
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

type AskedGroups = { claim: string | undefined; userinfoFault: string | undefined }

function readGroups(sources: readonly Claims[], { claim, userinfoFault }: AskedGroups): Groups {
  if (claim === undefined) return { names: [] }
  const isTold = sources.some((claims) => tellsGroups(claims, claim))
  if (userinfoFault && !isTold) return { fault: `userinfo cannot be asked for them: ${userinfoFault}` }
  return groupsIn(sources, claim)
}

/** Providers may tell all but `sub` at userinfo only (OpenID Connect Core 5.4). */
function isEnough(claims: Claims, { groupsClaim, isEmailTrusted }: OidcSettings): boolean {
  const identity = identityIn([claims])
  if (!identity || (identity.isVerified === undefined && !isEmailTrusted)) return false
  return groupsClaim === undefined || tellsGroups(claims, groupsClaim)
}

async function askUserinfo({
  configuration,
  tokens,
}: Answered): Promise<{ claims?: Claims; fault?: string }> {
  const subject = tokens.claims()?.sub
  if (!configuration.serverMetadata().userinfo_endpoint || subject === undefined) return {}
  try {
    return { claims: await oidc.fetchUserInfo(configuration, tokens.access_token, subject) }
  } catch (error) {
    return { fault: reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason')
