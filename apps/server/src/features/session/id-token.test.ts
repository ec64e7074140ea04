import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../../testing/browser.ts'
import {
  CLIENT_ID,
  type Forgery,
  type ForgingProvider,
  startForgingProvider,
} from '../../../testing/forging-provider.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'

let provider: ForgingProvider
let server: ListeningApp
beforeAll(async () => {
  provider = await startForgingProvider()
  server = await openListeningApp({ environment: toEnvironment(provider) })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const toEnvironment = ({ issuer }: ForgingProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: 'a secret of the tests',
})

/** Signs in with the ID token that the provider makes of `forgery`. Returns where the browser is sent. */
async function signInWith(forgery: Forgery, browser: Browser = openBrowser()): Promise<string> {
  const begun = await browser.go(`${server.url}/api/sign_in?next=/history`)
  const parameters = new URL(begun.headers.get('location') ?? '').searchParams
  provider.giveNext(parameters.get('nonce') ?? '', forgery)
  const query = new URLSearchParams({ code: 'any', state: parameters.get('state') ?? '' })
  const ended = await browser.go(`${server.url}/api/sign_in/callback?${query}`)
  const hasSession = browser.cookie('aviary_session') !== undefined
  return `${ended.headers.get('location')}${hasSession ? ' with a session' : ''}`
}

const REFUSED = /^\/login\?error=refused&next=%2Fhistory$/
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow

test('a valid ID token signs in', async () => {
  expect(await signInWith({})).toBe('/history with a session')
})

describe('an ID token is refused', () => {
  test.each<[string, Forgery]>([
    ['another key', { signWith: 'another key' }],
    ['another key under another name', { signWith: 'another key', header: { kid: 'unknown' } }],
    ['no key', { signWith: 'nobody' }],
    ['no key, and says so', { signWith: 'nobody', header: { alg: 'none' } }],
    ['a shared secret', { header: { alg: 'HS256' } }],
    ['a key that it brings along', { signWith: 'another key', header: { jku: 'https://evil.example/jwks' } }],
  ])('when it is signed with %s', async (_, forgery) => {
    expect(await signInWith(forgery)).toMatch(REFUSED)
  })

  test('when it has expired', async () => {
    expect(await signInWith({ claims: { iat: seconds(-900), exp: seconds(-600) } })).toMatch(REFUSED)
  })

  test('when it is for another audience', async () => {
    expect(await signInWith({ claims: { aud: 'another-client' } })).toMatch(REFUSED)
  })

  test('when it belongs to another sign-in', async () => {
    expect(await signInWith({ claims: { nonce: 'of-another-sign-in' } })).toMatch(REFUSED)
  })

  test('when it names another issuer', async () => {
    expect(await signInWith({ claims: { iss: 'https://other.example' } })).toMatch(REFUSED)
  })
})

test('a provider that describes itself as another one signs nobody in', async () => {
  const impostor = await startForgingProvider()
  impostor.claimToBe('https://accounts.example')
  const impostorServer = await openListeningApp({ environment: toEnvironment(impostor) })
  const begun = await openBrowser().go(`${impostorServer.url}/api/sign_in`)
  expect(begun.headers.get('location')).toMatch(/^\/login\?error=unavailable/)
  await impostorServer.close()
  await impostor.close()
})
