import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CollectedSpan, startCollector, type TestCollector } from '../../testing/collector.ts'
import { runPromtool } from '../../testing/promtool.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { addWebhook, broadcastBy, callsTo, collectedBy, openTracedSite } from '../../testing/traced.ts'
import { broadcasts } from '../database/tables/mail.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const sent = (flags: string, trace = TRACE) => ({ traceparent: `00-${trace}-${CALLER}-${flags}` })

let site: Awaited<ReturnType<typeof openTracedSite>>
let collector: TestCollector
let smtp: TestSmtp
beforeAll(async () => {
  site = await openTracedSite()
  smtp = await startSmtp({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (_, __, done) => done(null, { user: 'x' }),
  })
  await subscribe(site.server, 'ana@example.com')
  await subscribe(site.server, 'bo@example.com')
})
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  await site.end()
  await collector.close()
})
afterAll(async () => {
  await smtp.close()
  await site.close()
  expect(site.server.errors).toEqual([])
})

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const byId = (id: string) => collector.spans.find(({ spanId }) => spanId === id)
/** The names from the first span of the trace to this one. */
function pathTo(span: CollectedSpan | undefined): string[] {
  return span ? [...pathTo(byId(span.parentId)), span.name] : []
}

test('one trace leads from the caller through the door and its statements to each mail and webhook, in two processes', async () => {
  await addWebhook(site)
  const tracing = { ...collectedBy(collector), SMTP_TLS: 'off' }
  // Nothing answers at this port, so that another process sends the mails.
  const first = await site.start({ ...tracing, SMTP_URL: 'smtp://127.0.0.1:9' })
  await broadcastBy(callsTo(first.url, site.manager, sent('01')))
  await expect.poll(() => named('send mail').length).toBeGreaterThan(0)
  expect(await site.end()).toEqual([0])
  await site.start({ ...tracing, SMTP_URL: smtp.url, OTEL_SERVICE_NAME: 'aviary-second' })
  const delivered = () => named('send mail').filter((span) => span.attributes['aviary.outcome'] === 'sent')
  await expect.poll(() => delivered().length).toBe(2)
  await expect.poll(() => site.receiver.requests.length).toBeGreaterThan(0)
  await expect.poll(() => named('POST channel').length).toBe(site.receiver.requests.length)

  const [request] = named('POST /api/create_message')
  expect(request).toMatchObject({ traceId: TRACE, parentId: CALLER, service: 'aviary', isFailed: false })
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/create_message',
    'url.path': '/api/create_message/',
    'http.response.status_code': 200,
    'aviary.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const statement = named('INSERT').find(({ attributes }) =>
    String(attributes['db.query.text']).includes('"broadcasts"'),
  )
  expect(pathTo(statement)).toEqual(['POST /api/create_message', 'transaction', 'INSERT'])
  expect(statement?.attributes['db.system.name']).toBe('postgresql')
  for (const mail of delivered()) {
    expect(mail).toMatchObject({ traceId: TRACE, service: 'aviary-second' })
    expect(pathTo(mail)).toEqual(['POST /api/create_message', 'transaction', 'send mail'])
  }
  expect(named('send mail').filter(({ isFailed }) => isFailed)[0]).toMatchObject({
    traceId: TRACE,
    service: 'aviary',
  })
  for (const post of named('POST channel'))
    expect(pathTo(post)).toEqual([
      'POST /api/create_message',
      'transaction',
      'deliver webhook',
      'POST channel',
    ])
  expect(site.receiver.requests.map(({ headers }) => headers.traceparent).toSorted()).toEqual(
    named('POST channel')
      .map(({ spanId }) => `00-${TRACE}-${spanId}-01`)
      .toSorted(),
  )
  expect(first.output()).toMatch(
    new RegExp(
      `"request_id":"${request?.attributes['aviary.request_id']}".*"trace_id":"${TRACE}"|"trace_id":"${TRACE}".*"request_id"`,
    ),
  )
})

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  await answer.text()
  return answer.status
}
const asManager = (headers: Record<string, string> = {}) => ({ cookie: site.manager.cookies, ...headers })

test('a caller can keep a request from being recorded, but not have it recorded, and a malformed parent is none', async () => {
  const usual = await site.start(collectedBy(collector))
  const [unwanted, malformed] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(await get(`${usual.url}/api/banner/`, asManager(sent('00', unwanted)))).toBe(200)
  for (const bad of [`00-${malformed}-${CALLER}-01-more`, `ff-${malformed}-${CALLER}-01`, `${malformed}-1`])
    expect(await get(`${usual.url}/api/banner/`, asManager({ traceparent: bad }))).toBe(200)
  await expect.poll(() => named('GET /api/banner').length).toBe(3)
  await site.end()
  expect(named('GET /api/banner').map(({ parentId }) => parentId)).toEqual(['', '', ''])
  expect(collector.raw()).not.toContain(unwanted)

  const before = collector.spans.length
  for (const sampler of ['parentbased_always_off', 'always_off']) {
    const silent = await site.start({ ...collectedBy(collector), OTEL_TRACES_SAMPLER: sampler })
    expect(await get(`${silent.url}/api/banner/`, asManager(sent('01')))).toBe(200)
    expect(await site.end()).toEqual([0])
  }
  expect(collector.spans.length).toBe(before)
})

test('no secret, no text and no address of a caller leaves in a span', async () => {
  const M = 'Xm4rkerX'
  const words = (text: string) => ({
    authorization: `Bearer ${text}`,
    'user-agent': text,
    'x-forwarded-for': text,
  })
  const secret = await addWebhook(site, site.receiver.url(`/${M}`))
  const { port } = new URL(smtp.url)
  const { url } = await site.start({
    ...{ ...collectedBy(collector), SMTP_URL: `smtp://${M}:${M}@127.0.0.1:${port}`, SMTP_TLS: 'off' },
    GITHUB_WEBHOOK_SECRET: `${M}${M}${M}`,
  })
  const cookie = `${site.manager.cookies}; other=${M}`
  await subscribe(site.server, `${M}@example.com`)
  await broadcastBy(callsTo(url, site.manager, { cookie }), `<p>${M}</p>`)
  await get(`${url}/api/banner/?q=${M}`, { cookie })
  await get(`${url}/api/banner/`, words(M))
  await get(`${url}/api/deliveries/?search=${M}&reference=${M}`, { cookie })
  for (const name of [
    'unsubscribe',
    'maintenance_calendar',
    'Un%73ubscribe',
    'subscription_requests',
    'customer_links',
  ])
    await get(`${url}/api/${name}/${M}`, { cookie })
  await get(`${url}/api/sign_in/callback?code=${M}&state=${M}`, { cookie: `signing_in=${M}` })
  await expect.poll(() => smtp.received.some(({ to }) => to.includes(M))).toBe(true)
  await expect.poll(() => site.receiver.requests.some(({ path }) => path.includes(M))).toBe(true)
  expect(await site.end()).toEqual([0])
  expect(named('send mail').length).toBeGreaterThan(0)
  expect(named('deliver webhook').length).toBeGreaterThan(0)
  const texts = collector.raw()
  const secrets = [
    M,
    M.toLowerCase(),
    secret,
    site.manager.antiForgeryToken,
    'ana@example.com',
    '127.0.0.1"',
    'manager@',
  ]
  const session = /aviary_session=([^;]+)/.exec(site.manager.cookies)?.[1] ?? ''
  expect(session).not.toBe('')
  const left = texts.replaceAll(/"host":"[^"]*"/g, '')
  for (const each of [...secrets, session]) expect(left.includes(each), each).toBe(false)
  expect(texts).toContain('/api/unsubscribe/[redacted]')
})

test('a collector that fails, hangs or answers rubbish costs no request, no memory and one warning', async () => {
  const token = await site.server.createToken(['read:metrics'])
  const process = await site.start({
    ...{ ...collectedBy(collector), OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_BSP_MAX_QUEUE_SIZE: '60' },
  })
  const spans = async (outcome: string) => {
    const answer = await fetch(`${process.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return Number(
      new RegExp(`aviary_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(await answer.text())?.[1],
    )
  }
  const use = async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 20; round += 1)
      for (const status of await Promise.all(
        [1, 2, 3, 4, 5].map(() => get(`${process.url}/api/incident/OPI-1`, asManager())),
      ))
        statuses.add(status)
    return [...statuses]
  }
  const usual = await use()
  await expect.poll(() => spans('exported')).toBeGreaterThan(0)
  const more = async (outcome: string) => {
    const before = await spans(outcome)
    expect(await use()).toEqual(usual)
    await expect.poll(() => spans(outcome)).toBeGreaterThan(before)
  }
  collector.answer((response) => response.writeHead(500).end('<html>no</html>'))
  await more('failed')
  collector.answer((response) => response.writeHead(200).end(Buffer.alloc(100_000, 'rubbish')))
  await more('exported')
  collector.answer((response) => response.writeHead(503, { 'retry-after': '1000' }).end())
  await more('failed')
  collector.answer((_response, request) => request.socket.destroy())
  await more('failed')
  collector.answer(() => undefined)
  await more('failed')
  collector.answer((response) => {
    const dripping = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(dripping))
  })
  await more('dropped')
  expect(await site.end()).toEqual([0])
  expect(process.output().match(/the collector does not get the spans/g)).toHaveLength(1)
  expect(process.output()).not.toMatch(/"level":"(error|fatal)"/)
})

/** Prints each module of OpenTelemetry that is loaded. */
const TELLS = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  if (url.includes('/@opentelemetry/')) console.log('loads ' + url)
  return next(url, context)
} })`

test('without a collector nothing of the library is loaded, stored or sent to others', async () => {
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(TELLS)}`]
  await addWebhook(site)
  const off = await site.start({}, { flags })
  site.receiver.requests.length = 0
  const { message } = await broadcastBy(callsTo(off.url, site.manager, sent('01')))
  await expect.poll(() => site.receiver.requests.length).toBeGreaterThan(0)
  expect(site.receiver.requests.filter(({ headers }) => headers.traceparent !== undefined)).toEqual([])
  const stored = await site.server.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.messageId, message.message_id))
  expect(stored.map(({ traceparent }) => traceparent)).toEqual([null])
  await site.end()
  expect(off.output()).not.toContain('trace_id')
  // The library of the metrics loads the small package of types and constants by itself.
  expect(off.output().match(/^loads .*opentelemetry\/(?!api\/).*$/m)).toBeNull()
  const on = await site.start(collectedBy(collector), { flags })
  await site.end()
  expect(on.output()).toMatch(/loads .*sdk-trace/)
})

test('metrics lead to traces for a scraper that accepts OpenMetrics, and are plain for others', async () => {
  const headers = {
    authorization: `Bearer ${await site.server.createToken(['read:metrics'])}`,
    accept: 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4',
  }
  const { url } = await site.start(collectedBy(collector))
  for (let times = 0; times < 3; times += 1)
    expect(await get(`${url}/api/banner/`, asManager(sent('01')))).toBe(200)
  const scrape = async () => {
    const answer = await fetch(`${url}/metrics`, { headers })
    expect(answer.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    )
    return answer.text()
  }
  const exemplar = new RegExp(
    `route="/api/banner",status="2xx"\\} \\d+ # \\{trace_id="${TRACE}"\\} [\\d.]+$`,
    'm',
  )
  await expect.poll(scrape).toMatch(exemplar)
  const text = await scrape()
  expect(text).toMatch(/^# TYPE aviary_mails counter\naviary_mails_total\{/m)
  // promtool reads the format only to import samples, which need times.
  const timed = text
    .replaceAll(/^([a-z][^#\n]*)/gm, (line) => `${line.trimEnd()} 1700000000 `)
    .replaceAll(/ $/gm, '')
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-metrics-'))
  writeFileSync(path.join(folder, 'metrics'), timed)
  const { code, output } = runPromtool([
    'tsdb',
    'create-blocks-from',
    'openmetrics',
    path.join(folder, 'metrics'),
    folder,
  ])
  rmSync(folder, { recursive: true })
  expect(code, output).toBe(0)

  const plain = await fetch(`${url}/metrics`, { headers: { ...headers, accept: 'text/plain' } })
  expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const plainText = await plain.text()
  expect(plainText).toContain('# TYPE aviary_mails_total counter')
  expect(plainText).not.toContain('trace_id')
  await site.end()
  const off = await site.start()
  const untraced = await fetch(`${off.url}/metrics`, { headers })
  expect(untraced.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await untraced.text()).not.toContain('aviary_trace_spans')
})

test('requests that wait for a connection keep their statements, and give their trace to the translator', async () => {
  const translator = site.receiver.url('/translator')
  const { url } = await site.start({ ...collectedBy(collector), TRANSLATE_URL: translator })
  const traces = Array.from({ length: 60 }, (_, index) => (index + 1).toString(16).padStart(32, '0'))
  // Reads the session, which the process keeps.
  expect(await get(`${url}/api/get_messages/?jira_id=OPI-1`, asManager())).toBe(200)
  // More at once than the pool has connections.
  const statuses = await Promise.all(
    traces.map((trace) => get(`${url}/api/get_messages/?jira_id=OPI-1`, asManager(sent('01', trace)))),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  site.receiver.requests.length = 0
  await broadcastBy(callsTo(url, site.manager, sent('01')))
  await site.end()
  const statementsOf = (trace: string) =>
    collector.spans
      .filter(({ traceId, attributes }) => traceId === trace && 'db.query.text' in attributes)
      .map((span) => pathTo(span).join(' > '))
      .toSorted()
  const usual = statementsOf(traces.at(-1) ?? '')
  expect(usual).toContain('GET /api/get_messages > SELECT')
  for (const trace of traces) expect(statementsOf(trace)).toEqual(usual)

  const asked = site.receiver.requests.filter(({ path }) => path === '/translator/translate')
  const spans = named('POST translator')
  expect(asked.length).toBeGreaterThan(0)
  expect(pathTo(spans[0])).toEqual(['POST /api/create_message', 'preparation', 'POST translator'])
  expect(asked.map(({ headers }) => headers.traceparent).toSorted()).toEqual(
    spans.map(({ spanId }) => `00-${TRACE}-${spanId}-01`).toSorted(),
  )
})
