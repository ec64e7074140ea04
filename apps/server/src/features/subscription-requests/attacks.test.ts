import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { openStranger } from '../../../testing/requests.ts'
import { openReader } from '../../../testing/status-page.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { broadcasts, subscribers, subscriptions } from '../../database/tables/mail.ts'

// What strangers try: to learn who is subscribed, to mail others, to subscribe others, to use up what all share.

const ANA = 'ana@example.com'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const START = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let stranger: Awaited<ReturnType<typeof openStranger>>
beforeAll(async () => {
  server = await openTestApp({
    now: START,
    environment: { PUBLIC_STATUS: '/status', INTERNAL_MAIL_DOMAINS: 'acme.example' },
  })
  stranger = await openStranger(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await stranger.stop()
  await server.close()
})
beforeEach(async () => {
  await stranger.forgetAll()
  server.setNow(START)
  await server.db.execute(sql`update services set is_on_status_page = true`)
})

const pass = (ms: number) => server.setNow(new Date(server.now().getTime() + ms))
const countWritten = async () => (await server.db.select({ mails: count() }).from(broadcasts))[0]?.mails
const countConfirmed = async () =>
  (
    await server.db
      .select({ rows: count() })
      .from(auditLog)
      .where(eq(auditLog.actionName, 'Confirm Subscription'))
  )[0]?.rows ?? 0

describe('the answer tells nothing about an address', () => {
  test('whether it is unknown, subscribed, paused, one of our own or has had its mails', async () => {
    await subscribe(server, 'known@example.com')
    await subscribe(server, 'paused@example.com')
    await server.db
      .update(subscribers)
      .set({ pausedAt: START })
      .where(eq(subscribers.email, 'paused@example.com'))
    const addresses = [ANA, 'known@example.com', 'paused@example.com', 'sue@acme.example', ANA]
    const answers: unknown[] = []
    for (const email of addresses) {
      const { statusCode, headers, body } = await stranger.ask({ email: [email], locale: ['en'] })
      const { date, 'x-ratelimit-reset': reset, ...others } = headers
      answers.push([statusCode, others, body])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await countWritten()).toBe(4)
  })

  test('nor whether a service that is kept off exists', async () => {
    const { read } = openReader(server)
    const { services, data_centers } = JSON.parse(await read('snapshot.json'))
    const [{ id, name }] = services
    await server.db.execute(sql`update services set is_on_status_page = false where display_name = ${name}`)
    const choose = async (service: string[]) => {
      const form = { chosen: ['1'], data_center: [data_centers[0].id], service }
      const { statusCode, body } = await stranger.ask({ email: [ANA], ...form })
      return [statusCode, body]
    }
    const unknown = 'a'.repeat(26)
    expect(await choose([id])).toEqual(await choose([unknown]))
    expect(await choose([id])).toEqual([400, expect.stringContaining('Tick at least one service')])
    await choose([id, unknown, services[1].id])
    const opened = await stranger.open(await stranger.getToken(ANA))
    expect(opened.body).toContain(services[1].name)
    expect(opened.body).not.toContain(name)
  })
})

describe('a link', () => {
  test('that is made up, used or replaced, is answered alike and subscribes nobody', async () => {
    await stranger.ask({ email: [ANA] })
    const first = await stranger.getToken(ANA)
    pass(10 * MINUTE_MS)
    await stranger.ask({ email: [ANA] })
    const second = await stranger.getToken(ANA, 2)
    expect((await stranger.confirm(second)).statusCode).toBe(303)
    await server.db.delete(subscriptions)
    const forged = ['x', 'A'.repeat(32), `${second}A`, second.toLowerCase(), '%00', 'a%2f..%2fb', "'; --"]
    const pages = new Set<string>()
    for (const token of [first, second, ...forged.map(encodeURIComponent)])
      for (const answer of [await stranger.open(token), await stranger.confirm(token)])
        if (answer.statusCode === 200) pages.add(answer.body)
        else expect([token, answer.statusCode]).toEqual([encodeURIComponent('%00'), expect.any(Number)])
    expect([...pages]).toEqual([expect.stringContaining('This link is no longer valid')])
    expect(await server.db.select().from(subscriptions)).toEqual([])
  })

  test('ends after 24 hours', async () => {
    await stranger.ask({ email: [ANA] })
    const token = await stranger.getToken(ANA)
    pass(DAY_MS - 1)
    expect((await stranger.open(token)).body).toContain('Confirm your subscription')
    pass(1)
    expect((await stranger.confirm(token)).body).toContain('This link is no longer valid')
    expect(await stranger.getSubscriber(ANA)).toBeUndefined()
  })

  test('that is followed twice at the same time subscribes once', async () => {
    await stranger.ask({ email: [ANA] })
    const token = await stranger.getToken(ANA)
    const before = await countConfirmed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => stranger.confirm(token)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 303])
    expect(await countConfirmed()).toBe(before + 1)
  })

  test('opened by a program that checks mails, changes nothing', async () => {
    await stranger.ask({ email: [ANA] })
    const token = await stranger.getToken(ANA)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const)
      await server.app.inject({ method, url: `/api/subscription_requests/${token}/` })
    expect(await stranger.getSubscriber(ANA)).toBeUndefined()
    expect((await stranger.confirm(token)).statusCode).toBe(303)
  })
})

describe('nobody can be mailed more than a little', () => {
  test('ten requests for a mailbox at the same time, in any spelling, are one mail', async () => {
    const spellings = [ANA, 'ANA@example.com', 'ana+1@example.com', 'Ana+news@EXAMPLE.com', 'ana@EXAMPLE.com']
    const asked = [...spellings, ...spellings].map((email) => stranger.ask({ email: [email] }))
    expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await countWritten()).toBe(1)
  })

  test('a domain in two spellings is one', async () => {
    await stranger.ask({ email: ['ana@bücher.example'] })
    await stranger.ask({ email: ['ana@xn--bcher-kva.example'] })
    expect(await countWritten()).toBe(1)
  })

  test('a mailbox gets one mail in ten minutes and three a day', async () => {
    const askAndCount = async () => {
      expect((await stranger.ask({ email: [ANA] })).statusCode).toBe(200)
      return countWritten()
    }
    expect(await askAndCount()).toBe(1)
    pass(10 * MINUTE_MS - 1)
    expect(await askAndCount()).toBe(1)
    pass(1)
    expect([await askAndCount(), await askAndCount()]).toEqual([2, 2])
    pass(60 * MINUTE_MS)
    expect(await askAndCount()).toBe(3)
    pass(60 * MINUTE_MS)
    expect(await askAndCount()).toBe(3)
    pass(DAY_MS - 130 * MINUTE_MS)
    expect(await askAndCount()).toBe(4)
  })

  test('a thousand requests from one network are twenty', async () => {
    const statuses = new Map<number, number>()
    for (let host = 0; host < 1_000; host += 1) {
      const from = `2001:db8:ffff:1::${host.toString(16)}`
      const { statusCode } = await stranger.ask({ email: [`p${host}@example.com`] }, { from })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 20, 429: 980 })
    expect(await countWritten()).toBe(20)
    const refused = await stranger.ask(
      { email: [ANA], locale: ['de'] },
      { from: '2001:db8:ffff:1::1', headers: { 'x-forwarded-for': '203.0.113.9' } },
    )
    expect(refused.statusCode).toBe(429)
  })

  test('links are guessed three hundred times a minute from one network, whatever addresses it has', async () => {
    const guess = (host: number) =>
      server.app.inject({
        url: `/api/subscription_requests/guess${host}/`,
        remoteAddress: `2001:db8:ffff:2::${host.toString(16)}`,
      })
    for (let host = 0; host < 300; host += 1) await guess(host)
    expect((await guess(300)).statusCode).toBe(429)
  })

  test('a network that has sent its twenty is told so in its language', async () => {
    const from = '203.0.113.7'
    for (let request = 0; request < 20; request += 1) await stranger.ask({ email: [ANA] }, { from })
    const { statusCode, body } = await stranger.ask({ email: [ANA], locale: ['de'] }, { from })
    expect([statusCode, body]).toEqual([
      429,
      expect.stringContaining('Aus Ihrem Netz kamen zu viele Anfragen'),
    ])
  })

  test('all together cause three hundred mails an hour, in all processes and after a restart', async () => {
    await server.db.execute(sql`
      insert into subscription_requests (mailbox, email, locale, services, data_centers, mails, first_mailed_at, mailed_at)
      select n || '@example.com', n || '@example.com', 'en', '{}', '{}', 3, ${START.toISOString()}, ${START.toISOString()}
      from generate_series(1, 100) n`)
    const refused = await stranger.ask({ email: [ANA], locale: ['fr'] })
    expect([refused.statusCode, refused.body]).toEqual([
      503,
      expect.stringContaining('Trop de personnes s’abonnent en ce moment'),
    ])
    expect(await countWritten()).toBe(0)
    pass(60 * MINUTE_MS)
    expect((await stranger.ask({ email: [ANA] })).statusCode).toBe(200)
    expect(await countWritten()).toBe(1)
  })
})

describe('what is sent', () => {
  test('that is no address gets no mail', async () => {
    const wrong = [
      '',
      'ana',
      'ana@example.com\r\nBcc: bob@example.com',
      'ana@example.com, bob@example.com',
      'Ana <ana@example.com>',
      '"a b"@example.com',
      'ana@[127.0.0.1]',
      'ana@example',
      `${'a'.repeat(310)}@example.com`,
      'ana\u0000@example.com',
      'ana\u202e@example.com',
    ]
    for (const email of wrong) {
      const { statusCode, body } = await stranger.ask({ email: [email], locale: ['es'] })
      expect([email, statusCode, body]).toEqual([
        ...[email, 400],
        expect.stringContaining('Esto no es una dirección de correo.'),
      ])
    }
    expect((await stranger.ask({ email: [ANA, 'bob@example.com'] })).statusCode).toBe(400)
    expect((await stranger.ask({})).statusCode).toBe(400)
    expect(await countWritten()).toBe(0)
  })

  test('besides an address stands in no mail', async () => {
    const fields = { name: ['MARKER'], company: ['MARKER'], subject: ['MARKER'], locale: ['MARKER'] }
    await stranger.ask({ email: [ANA], ...fields, service: ['MARKER'] })
    const mail = await stranger.getMail(ANA)
    expect(mail.subject).toBe('Confirm your subscription to Acme status mails')
    expect(stranger.received[0]?.raw).not.toContain('MARKER')
  })

  test.each(['xx', '__proto__', 'constructor', '../de', 'de-AT<script>', ''])(
    'in the language %s is answered in English',
    async (locale) => {
      const { statusCode, body } = await stranger.ask({ email: [ANA], locale: [locale] })
      expect([statusCode, body]).toEqual([200, expect.stringContaining('<html lang="en">')])
    },
  )

  test('in another script is an address as any other', async () => {
    await stranger.subscribe('josé@bücher.example')
    expect(await stranger.getSubscriber('josé@bücher.example')).toBeDefined()
  })

  test('and is too large is refused with a page, and costs little', async () => {
    const { statusCode, body } = await stranger.ask({
      email: [ANA],
      junk: ['x'.repeat(65_536)],
      locale: ['de'],
    })
    expect([statusCode, body]).toEqual([413, expect.stringContaining('data-answer')])
    const j = Array.from({ length: 11_000 }, () => '')
    expect((await stranger.ask({ email: [ANA], j })).statusCode).toBe(400)
    const service = Array.from({ length: 1_001 }, () => 'x')
    expect((await stranger.ask({ email: [ANA], service })).statusCode).toBe(400)
    expect(await countWritten()).toBe(0)
  })

  test('by the form of a foreign site causes one mail at most, and has nobody’s session', async () => {
    const person = await server.signInAs('administrator')
    const headers = { origin: 'https://evil.example', cookie: person.cookies, 'sec-fetch-site': 'cross-site' }
    const answer = await stranger.ask({ email: [ANA] }, { headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await countWritten()).toBe(1)
    expect(await stranger.getSubscriber(ANA)).toBeUndefined()
  })

  test('as JSON or without a body is refused', async () => {
    const url = '/api/subscription_requests/'
    const json = await server.app.inject({ method: 'POST', url, payload: { email: [ANA] } })
    expect(json.statusCode).toBe(415)
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(400)
  })
})

test('the pages have no script, keep nothing and tell other sites nothing', async () => {
  const asked = await stranger.ask({ email: [ANA] })
  const opened = await stranger.open(await stranger.getToken(ANA))
  for (const { headers, body } of [asked, opened]) {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toMatch(/<script|\son[a-z]+=|\sstyle=/)
  }
})
