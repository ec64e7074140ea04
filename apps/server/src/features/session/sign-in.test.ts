import { getUserId } from '@aviary/contract/session/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { type Browser, openBrowser, pickIdentity, signInThroughPage } from '../../../testing/browser.ts'
import { type ListeningApp, openListeningApp } from '../../../testing/listening.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { sessions, users } from '../../database/tables/access.ts'
import { subscribers } from '../../database/tables/mail.ts'

let server: ListeningApp
let other: ListeningApp
beforeAll(async () => {
  server = await openListeningApp()
  // A second process with the same public URL; the tests reach it by its own port.
  other = await openListeningApp({ databaseUrl: server.databaseUrl, environment: { PUBLIC_URL: server.url } })
})
afterAll(async () => {
  expect([...server.errors, ...other.errors]).toEqual([])
  await other.close()
  await server.close()
})

const EMAIL = 'ines.incident@acme.example'

const whoIs = (browser: Browser, target: ListeningApp = server) =>
  fetch(`${target.url}/api/get_user_id/`, { method: 'POST', headers: { cookie: browser.cookies() } })

/** Opens the page of the provider; returns its URL. */
const begin = async (browser: Browser, next: string) =>
  (await browser.follow(`${server.url}/api/sign_in?next=${next}`)).address

/** Signs in up to the redirect back from the provider. Returns the URL of that redirect. */
async function returnAddress(browser: Browser, next = '/history'): Promise<string> {
  const page = await browser.follow(`${server.url}/api/sign_in?next=${next}`)
  let { address } = page
  await page.response.arrayBuffer()
  let response = await browser.go(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `email=${encodeURIComponent(EMAIL)}`,
  })
  for (let attempts = 5; attempts > 0; attempts -= 1) {
    address = new URL(response.headers.get('location') ?? '', address).href
    if (address.startsWith(`${server.url}/api/sign_in/callback`)) return address
    response = await browser.go(address)
  }
  throw new Error(`It does not come back: ${address}`)
}

/** Follows a failed sign-in; returns its redirect, which has no body and opens no session. */
const getFailure = async (browser: Browser, address: string) => {
  const response = await browser.go(address)
  expect(response.status).toBe(302)
  expect(await response.text()).toBe('')
  for (const line of response.headers.getSetCookie()) expect(line).toMatch(/^aviary_sign_in=/)
  expect(browser.cookie('aviary_session')).toBeUndefined()
  return response.headers.get('location')
}

describe('signing in through the demo provider', () => {
  test.each([
    ['with U+0000 in it', '/history%00'],
    ['longer than any address', `/${'x'.repeat(8_001)}`],
    ['named twice', '/history&next=/changes'],
  ])('a path %s leads to the start page', async (_, next) => {
    const browser = openBrowser()
    const ended = await browser.go(await returnAddress(browser, next))
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/'])
    expect(browser.cookie('aviary_session')).toBeDefined()
  })

  test('a callback with U+0000 in it is reported on the sign-in page', async () => {
    expect(await getFailure(openBrowser(), `${server.url}/api/sign_in/callback?state=%00`)).toBe(
      '/login?error=expired',
    )
  })

  test('sends mails again to a person whose mails came back', async () => {
    await subscribe(server, EMAIL)
    const pausedAt = server.now()
    await server.db.update(subscribers).set({ pausedAt, pauseReason: '550 5.1.1 user unknown' })
    await signInThroughPage(openBrowser(), { url: server.url, email: EMAIL })
    expect(await server.db.select().from(subscribers)).toMatchObject([{ pausedAt: null, pauseReason: null }])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Resume Mails',
      userEmail: EMAIL,
      context: { email: EMAIL, via: 'sign-in' },
    })
  })

  test('returns to the requested path, with the session and the anti-forgery token', async () => {
    const browser = openBrowser()
    const ended = await signInThroughPage(browser, { url: server.url, email: EMAIL, next: '/history' })
    expect(ended.address).toBe(`${server.url}/history`)
    expect(browser.cookie('aviary_session')?.attributes).toEqual([
      'Path=/',
      'SameSite=Lax',
      `Max-Age=${12 * 3600}`,
      'HttpOnly',
    ])
    expect(browser.cookie('tokens')?.attributes).toEqual(['Path=/', 'SameSite=Lax', `Max-Age=${12 * 3600}`])
    expect(browser.cookie('tokens')?.value).not.toBe(browser.cookie('aviary_session')?.value)

    const { data } = getUserId.answer.parse(await (await whoIs(browser)).json())
    expect(data).toMatchObject({ email: EMAIL, authorization: { is_admin: false } })
    expect(data.authorization.allowed_actions).toContain('create_p1_message')
  })

  test('writes an audit row with the person who signed in', async () => {
    await signInThroughPage(openBrowser(), { url: server.url, email: EMAIL })
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Sign In',
      userEmail: EMAIL,
      context: { is_new_user: false },
    })
  })

  test('stores no secret of the session in the database', async () => {
    const browser = openBrowser()
    await signInThroughPage(browser, { url: server.url, email: EMAIL })
    const value = browser.cookie('aviary_session')?.value ?? ''
    const rows = await server.db.select().from(sessions)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(value)
  })

  test.each(['//evil.example', 'https://evil.example/', '/.//evil.example'])(
    'never returns to %s',
    async (next) => {
      const ended = await signInThroughPage(openBrowser(), { url: server.url, email: EMAIL, next })
      expect(ended.address).toBe(`${server.url}/`)
    },
  )

  test('refuses a person who is not on the page', async () => {
    const browser = openBrowser()
    const ended = await signInThroughPage(browser, { url: server.url, email: 'evil@acme.example' })
    expect(ended.status).toBe(400)
    expect(browser.cookie('aviary_session')).toBeUndefined()
  })

  test('can begin on one server and finish on another', async () => {
    let requestCount = 0
    const browser = openBrowser((address) => {
      requestCount += 1
      return new URL(address.pathname + address.search, requestCount % 2 === 0 ? server.url : other.url)
    })
    const ended = await signInThroughPage(browser, { url: server.url, email: EMAIL, next: '/history' })
    expect(ended.address).toBe(`${server.url}/history`)
    expect(requestCount).toBeGreaterThan(4)
    expect((await whoIs(browser, server)).status).toBe(200)
    expect((await whoIs(browser, other)).status).toBe(200)
  })

  test('ends the former session of this browser on every server, and no other', async () => {
    const [browser, elsewhere] = [openBrowser(), openBrowser()]
    for (const current of [browser, elsewhere])
      await signInThroughPage(current, { url: server.url, email: 'sam.support@acme.example' })
    const former = browser.cookies()
    const getStatus = async (cookie: string, target: ListeningApp) =>
      (await fetch(`${target.url}/api/get_user_id/`, { method: 'POST', headers: { cookie } })).status
    expect(await getStatus(former, server)).toBe(200)
    expect(await getStatus(former, other)).toBe(200)
    await signInThroughPage(browser, { url: server.url, email: EMAIL })
    expect(await getStatus(former, server)).toBe(401)
    await waitFor(async () => expect(await getStatus(former, other)).toBe(401), {
      interval: 5,
    })
    expect(await getStatus(browser.cookies(), server)).toBe(200)
    expect(await getStatus(elsewhere.cookies(), server)).toBe(200)
  })
})

describe('the cookie of the attempts to sign in', () => {
  const valueIn = (browser: Browser) => browser.cookie('aviary_sign_in')?.value

  test('ends with the sign-in, with one that fails too', async () => {
    const [signedIn, failed] = [openBrowser(), openBrowser()]
    expect((await signedIn.go(await returnAddress(signedIn))).headers.get('location')).toBe('/history')
    expect(valueIn(signedIn)).toBeUndefined()
    const address = new URL(await returnAddress(failed))
    address.searchParams.set('code', 'forged')
    expect(await getFailure(failed, address.href)).toContain('error=refused')
    expect(valueIn(failed)).toBeUndefined()
  })

  test('loses only the attempt that ends, and each returns to its own path', async () => {
    const browser = openBrowser()
    const first = await begin(browser, '/history')
    const secretOfFirst = valueIn(browser)
    const second = await begin(browser, '/changes')
    expect((await pickIdentity(browser, second, EMAIL)).address).toBe(`${server.url}/changes`)
    expect(valueIn(browser)).toBe(secretOfFirst)
    expect((await pickIdentity(browser, first, EMAIL)).address).toBe(`${server.url}/history`)
    expect(valueIn(browser)).toBeUndefined()
  })

  test('outlasts a callback that belongs to none of its attempts', async () => {
    const browser = openBrowser()
    const address = await returnAddress(browser)
    const before = valueIn(browser)
    const random = new URL(address).searchParams.get('state')?.split('.')[0]
    const foreign = await returnAddress(openBrowser())
    for (const query of [
      '',
      '?state=',
      `?state=${random}`,
      `?state=${random}.forged`,
      '?error=access_denied',
    ]) {
      const answer = await browser.go(`${server.url}/api/sign_in/callback${query}`)
      expect([answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([
        '/login?error=expired',
        [],
      ])
    }
    expect((await browser.go(foreign)).headers.getSetCookie()).toEqual([])
    expect(valueIn(browser)).toBe(before)
    expect((await browser.go(address)).headers.get('location')).toBe('/history')
  })

  test('keeps the newest attempts only', async () => {
    const browser = openBrowser()
    const first = await returnAddress(browser)
    for (let count = 0; count < 12; count += 1) await browser.go(`${server.url}/api/sign_in`)
    const newest = await returnAddress(browser)
    expect(valueIn(browser)?.length).toBeLessThan(400)
    expect(await getFailure(browser, first)).toBe('/login?error=expired')
    expect((await browser.go(newest)).headers.get('location')).toBe('/history')
  })

  test('carries on nothing that is no secret of an attempt', async () => {
    const cookie = `aviary_sign_in=${'x'.repeat(3000)}.${'y'.repeat(43)}.<z>`
    const { headers } = await server.app.inject({ url: '/api/sign_in', headers: { cookie } })
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(new RegExp(`^aviary_sign_in=[\\w-]{43}\\.${'y'.repeat(43)}; Path=/`)),
    ])
  })
})

describe('the callback of the provider', () => {
  test('works once', async () => {
    const browser = openBrowser()
    const address = await returnAddress(browser)
    expect((await browser.go(address)).status).toBe(302)
    const again = await browser.go(address)
    expect(again.headers.get('location')).toBe('/login?error=expired')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('is refused with a forged or missing state or code', async () => {
    const forgeries: [string, (query: URLSearchParams) => void][] = [
      ['/login?error=expired', (query) => query.set('state', 'forged')],
      ['/login?error=refused&next=%2Fhistory', (query) => query.set('code', 'forged')],
      ['/login?error=refused&next=%2Fhistory', (query) => query.delete('code')],
      ['/login?error=refused&next=%2Fhistory', (query) => query.set('iss', 'https://evil.example')],
      ['/login?error=expired', (query) => query.append('state', 'twice')],
    ]
    for (const [location, forge] of forgeries) {
      const browser = openBrowser()
      const address = new URL(await returnAddress(browser))
      forge(address.searchParams)
      expect(await getFailure(browser, address.href)).toBe(location)
    }
    expect(await getFailure(openBrowser(), `${server.url}/api/sign_in/callback`)).toBe('/login?error=expired')
  })

  test('is refused in another browser: no link signs anybody in as somebody else', async () => {
    const address = await returnAddress(openBrowser())
    expect(await getFailure(openBrowser(), address)).toBe('/login?error=expired')
    const begun = openBrowser()
    await returnAddress(begun)
    expect(await getFailure(begun, address)).toBe('/login?error=expired')
  })

  test('expires after ten minutes', async () => {
    const browser = openBrowser()
    const address = await returnAddress(browser)
    const before = server.now()
    server.setNow(new Date(before.getTime() + 10 * 60_000))
    expect(await getFailure(browser, address)).toBe('/login?error=expired')
    server.setNow(before)
  })

  test('reports a refusal of the provider without its words', async () => {
    const browser = openBrowser()
    const address = new URL(await returnAddress(browser, '/.//evil.example'))
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
    address.searchParams.set('error_description', '<script>alert(1)</script> https://evil.example')
    expect(await getFailure(browser, address.href)).toBe('/login?error=refused')
  })
})

test('cookies are Secure over https', async () => {
  const behindTls = await openTestApp({
    databaseUrl: server.databaseUrl,
    environment: { PUBLIC_URL: 'https://aviary.example' },
  })
  const person = await behindTls.signInAs('support')
  const ended = await behindTls.app.inject({
    method: 'POST',
    url: '/api/sign_out/',
    headers: {
      cookie: person.cookies,
      'x-csrf-token': person.antiForgeryToken,
      'content-type': 'application/json',
    },
    payload: { audit_log_data: { application_name: 'Aviary', user_email: person.email, action_name: 'x' } },
  })
  const cookies = [ended.headers['set-cookie']].flat()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure$/)
  await behindTls.close()
})

test('an unreachable provider is reported on /login with the return path', async () => {
  const alone = await openTestApp({
    databaseUrl: server.databaseUrl,
    environment: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'aviary' },
  })
  const redirected = await alone.app.inject('/api/sign_in?next=/history')
  expect(redirected.statusCode).toBe(302)
  expect(redirected.headers.location).toBe('/login?error=unavailable&next=%2Fhistory')
  const redirectedAstray = await alone.app.inject('/api/sign_in?next=//evil.example')
  expect(redirectedAstray.headers.location).toBe('/login?error=unavailable')
  expect((await alone.app.inject('/idp/auth')).statusCode).toBe(404)
  await alone.close()
})

test('a person unknown to Aviary starts without any right', async () => {
  await server.db.delete(users).where(eq(users.email, 'sue.subscriber@acme.example'))
  const browser = openBrowser()
  await signInThroughPage(browser, { url: server.url, email: 'sue.subscriber@acme.example' })
  const { data } = getUserId.answer.parse(await (await whoIs(browser)).json())
  expect(data.authorization).toEqual({ is_admin: false, role_ids: [], allowed_actions: [] })
})
