import { LONGEST_ADDRESS } from '@aviary/contract/constants'
import * as oidc from 'openid-client'
import type { Db } from '../../database/open.ts'
import { SignInFailed } from './failed-sign-in.ts'
import { insertSignIn, takeSignIn } from './queries.ts'
import { hashOf, newSecret } from './tokens.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  publicUrl: string
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
    await insertSignIn(db, { state, codeVerifier, nonce, nextPath: safePath(begun.next), expiresAt })
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return address.href
  }

  /** Takes the browser's way back. `query` is the query string of the callback. */
  const finish = async (db: Db, { query, browser, now }: { query: string; browser: string; now: Date }) => {
    const state = new URLSearchParams(query).get('state') ?? ''
    const started = isStateOf(browser, state) ? await takeSignIn(db, state, now) : undefined
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
    return { email: readEmail(tokens.claims(), next), idToken: tokens.id_token, nextPath: next }
  }

  const endAddress = async (idToken: string | null | undefined): Promise<string> => {
    const configuration = await discover().catch(() => undefined)
    const after = `${settings.publicUrl}/login?signed_out=1`
    if (!idToken || !configuration?.serverMetadata().end_session_endpoint) return '/login?signed_out=1'
    return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: after })
      .href
  }

  return { start, finish, endAddress }
}

export type SignIn = ReturnType<typeof openSignIn>

function readEmail(claims: oidc.IDToken | undefined, next: string): string {
  const email = claims?.email
  if (typeof email !== 'string' || !email.includes('@'))
    throw new SignInFailed('no_email', 'The sign-in provider gave no e-mail address', next)
  if (claims?.email_verified === false)
    throw new SignInFailed('unverified', 'The sign-in provider has not verified the e-mail address', next)
  return email
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason')
