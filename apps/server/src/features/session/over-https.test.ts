import { createServer, type Server } from 'node:http'
import { signOut } from '@aviary/contract/session/endpoints'
import { interactionPolicy, Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, openTestApp, type TestApp } from '../../../testing/app.ts'
import { type Browser, openBrowser } from '../../../testing/browser.ts'
import { freePort } from '../../../testing/free-port.ts'
import { sessions } from '../../database/tables/access.ts'

// People reach Aviary over https through a proxy, and sign in at a provider that can end its own session.

const SITE = 'https://aviary.example'
const EMAIL = 'ines.incident@acme.example'

let provider: Server
let issuer: string
let server: TestApp
let url: string
beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  provider = createProvider(issuer)
  await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve))
  server = await openTestApp({
    environment: { PUBLIC_URL: SITE, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'aviary' },
  })
  url = await server.listen()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  provider.close()
  provider.closeAllConnections()
})

function createProvider(address: string): Server {
  const policy = interactionPolicy.base()
  const oidcProvider = new Provider(address, {
    clients: [
      {
        client_id: 'aviary',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${SITE}/api/sign_in/callback`],
        post_logout_redirect_uris: [`${SITE}/login?signed_out=1`],
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email'] },
    cookies: { keys: ['a key of the tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: EMAIL }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: 'aviary', accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answer = oidcProvider.callback()
  return createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const login = { accountId: 'ines', remember: false }
    oidcProvider.interactionFinished(request, response, { login }).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
}

/** A browser that reaches the site through the proxy, and the provider directly. */
const openProxied = () =>
  openBrowser((address) =>
    address.origin === SITE ? new URL(address.pathname + address.search, url) : address,
  )

/** Signs out; returns the URL to which the browser is sent next. */
async function signOutBrowser(browser: Browser): Promise<string> {
  const antiForgeryToken = browser.cookie('tokens')?.value ?? ''
  const person = { email: EMAIL, cookies: browser.cookies(), antiForgeryToken }
  return (await callAs(server.app, person)(signOut)).body.next
}

const getStatus = async (cookie: string) =>
  (await server.app.inject({ method: 'POST', url: '/api/get_user_id/', headers: { cookie } })).statusCode

async function signIn() {
  const browser = openProxied()
  const ended = await browser.follow(`${SITE}/api/sign_in?next=/history`)
  expect(ended.address).toBe(`${SITE}/history`)
  return browser
}

test('the cookies of session and sign-in have a prefix that no other host can set', async () => {
  const browser = openProxied()
  await browser.go(`${SITE}/api/sign_in`)
  const attributes = expect.arrayContaining(['Path=/', 'SameSite=Lax', 'HttpOnly', 'Secure'])
  expect(browser.cookie('__Host-aviary_sign_in')?.attributes).toEqual(attributes)
  const signedIn = await signIn()
  expect(signedIn.cookie('__Host-aviary_session')?.attributes).toEqual(attributes)
  expect(signedIn.cookie('aviary_session')).toBeUndefined()
  expect(signedIn.cookie('tokens')?.attributes).toContain('Secure')
})

test('a session cookie without the prefix is not accepted', async () => {
  const browser = await signIn()
  const id = browser.cookie('__Host-aviary_session')?.value
  expect(await getStatus(`aviary_session=${id}`)).toBe(401)
  expect(await getStatus(`aviary_session=planted; __Host-aviary_session=${id}`)).toBe(200)
})

test('a session cookie within the value of another cookie is not accepted', async () => {
  const id = (await signIn()).cookie('__Host-aviary_session')?.value
  const getStatus = async (cookie: string) =>
    (await server.app.inject({ method: 'POST', url: '/api/get_user_id/', headers: { cookie } })).statusCode
  expect(await getStatus(`x=y __Host-aviary_session=${id}`)).toBe(401)
  expect(await getStatus(`x __Host-aviary_session=planted; __Host-aviary_session=${id}`)).toBe(200)
  expect(await getStatus(`x=y;__Host-aviary_session=${id}`)).toBe(200)
})

test('a sign-in cookie that another host planted does not finish a sign-in', async () => {
  const attacker = openProxied()
  const begun = await attacker.go(`${SITE}/api/sign_in`)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
  const planted = attacker.cookie('__Host-aviary_sign_in')?.value
  const { headers } = await server.app.inject({
    url: `/api/sign_in/callback?state=${state}&code=x`,
    headers: { cookie: `aviary_sign_in=${planted}` },
  })
  expect(headers.location).toBe('/login?error=expired')
})

test('the ID token is encrypted in the database and used to sign out', async () => {
  const browser = await signIn()
  const rows = await server.db.select().from(sessions)
  const stored = rows.flatMap(({ idToken }) => idToken ?? [])
  expect(stored.length).toBeGreaterThan(0)
  for (const sealed of stored) {
    expect(sealed.split('.')).toHaveLength(1)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('ines')
  }
  const hint = new URL(await signOutBrowser(browser)).searchParams.get('id_token_hint') ?? ''
  const claims = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString('utf8'))
  expect(claims).toMatchObject({ iss: issuer, aud: 'aviary', sub: 'ines' })
})

test('an ID token altered in the database is not handed on, and the sign-out goes on', async () => {
  const browser = await signIn()
  await server.db.execute("update sessions set id_token = translate(id_token, 'abcdefgh', 'bcdefgha')")
  expect(await signOutBrowser(browser)).toBe('/login?signed_out=1')
  expect(await getStatus(browser.cookies())).toBe(401)
})
