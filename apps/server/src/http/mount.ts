import type { Endpoint } from '@aviary/contract/endpoint'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Answers, makeReady, type ReadyAnswer } from './answers.ts'
import type { Call, Route } from './call.ts'
import { admit, type DoorServices, type Incoming, pass, readInput } from './door.ts'
import { toProblem } from './errors.ts'

export type HttpServices = DoorServices & {
  /** The session when it is in memory: what makes a hot answer need no database. */
  peekSession: (cookies: string | undefined) => { session: unknown } | undefined
}

/** Serves every route through the door, and answers every error as problem+json. */
export async function mount(
  app: FastifyInstance,
  routes: readonly Route[],
  services: HttpServices,
): Promise<void> {
  app.removeAllContentTypeParsers()
  // Bodies stay bytes until the door has checked who sends them; webhooks are signed over the bytes.
  app.addContentTypeParser(
    ['application/json', 'application/problem+json'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  )
  // One click in a mail program sends a form (RFC 8058). No call reads it: a JSON body is still asked for.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, __, done) =>
    done(null, undefined),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(Object.assign(new Error('Unknown content type'), { statusCode: 415 }))
  })
  app.setErrorHandler(answerError)
  await app.register(rateLimit, { global: false })
  for (const route of routes) mountRoute(app, route, services)
}

export const addressOnServer = (endpoint: Endpoint): string => {
  const path = endpoint.isOutsideApi ? endpoint.path : `/api${endpoint.path}`
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

function mountRoute(app: FastifyInstance, route: Route, services: HttpServices): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: addressOnServer(endpoint),
    exposeHeadRoute: endpoint.isOutsideApi === true, // the contract names no other
    ...(route.largestBody ? { bodyLimit: route.largestBody } : {}),
    config: route.rateLimit
      ? { rateLimit: { max: route.rateLimit.max, timeWindow: route.rateLimit.perSeconds * 1000 } }
      : {},
    handler: handlerOf(route, services),
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

function handlerOf(route: Route, services: HttpServices): Handler {
  if (route.kind === 'memory') return fromMemory(route, services)
  return route.kind === 'plain' ? plain(route, services) : stream(route, services)
}

const incomingOf = (request: FastifyRequest): Incoming => ({
  headers: request.headers,
  params: request.params,
  query: request.query,
  rawBody: Buffer.isBuffer(request.body) ? request.body : undefined,
  requestId: request.id,
})

function plain(route: Extract<Route, { kind: 'plain' }>, services: HttpServices): Handler {
  return async (request, reply) => {
    const visit = { endpoint: route.endpoint, incoming: incomingOf(request) }
    const found = await pass(services, visit, route.handle)
    reply.code(found.status).headers({ ...PLAIN_HEADERS, ...found.headers })
    if (typeof found.body === 'string') return reply.send(found.body)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(found.body))
  }
}

function stream(route: Extract<Route, { kind: 'stream' }>, services: HttpServices): Handler {
  return async (request, reply) => {
    const visit = { endpoint: route.endpoint, incoming: incomingOf(request) }
    await pass(services, visit, async (call: Call) => {
      reply.hijack()
      route.open(call, reply.raw)
      return ''
    })
  }
}

/** Hot answers: while session and answer are in memory, nothing here waits for anything. */
function fromMemory(route: Extract<Route, { kind: 'memory' }>, services: HttpServices): Handler {
  const answers = new Answers(services.changes, route.topics)
  const { endpoint } = route
  const isPlainlySignedIn = endpoint.access.by === 'session'

  const slow = async (request: FastifyRequest, reply: FastifyReply) => {
    const incoming = incomingOf(request)
    await admit(services, endpoint.access, incoming)
    const { query } = readInput(endpoint, incoming)
    const now = services.clock()
    const make = async () => {
      const found = await route.find(query, services.db, now)
      return makeReady(endpoint.answer.parse(found.answer), found.until)
    }
    const key = JSON.stringify(query)
    const ready = await answers.get(key, now.getTime(), make)
    return sendReady(request, reply, ready)
  }

  // The same address is asked for again and again: its normalized query is remembered, not read anew.
  const keys = new Map<string, string>()
  const keyOf = (request: FastifyRequest): string | undefined => {
    const known = keys.get(request.url)
    if (known !== undefined) return known
    const parsed = endpoint.query.safeParse(request.query)
    if (!parsed.success) return undefined
    if (keys.size >= 1_000) keys.clear()
    const key = JSON.stringify(parsed.data)
    keys.set(request.url, key)
    return key
  }

  return (request, reply) => {
    if (isPlainlySignedIn && services.peekSession(request.headers.cookie)) {
      const key = keyOf(request)
      const ready = key === undefined ? undefined : answers.peek(key, services.clock().getTime())
      if (ready) return sendReady(request, reply, ready)
    }
    return slow(request, reply)
  }
}

/** Written to the socket as it is: the bytes and their headers are ready, and nothing has to look at them again. */
function sendReady(request: FastifyRequest, reply: FastifyReply, ready: ReadyAnswer): void {
  reply.hijack()
  if (namesTag(request.headers['if-none-match'], ready.etag)) {
    reply.raw.writeHead(304, ready.headers.unchanged).end()
    return
  }
  const isGzipped = takesGzip(request.headers['accept-encoding'])
  const headers = isGzipped ? ready.headers.gzipped : ready.headers.plain
  reply.raw.writeHead(200, headers).end(isGzipped ? ready.gzipped : ready.plain, 'latin1')
}

const PLAIN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
/** Also a list of tags, and one that a proxy has made strong. */
const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent === etag || sent === '*' || sent.includes(etag.slice(2)))

const takesGzip = (sent: string | undefined): boolean =>
  sent?.includes('gzip') === true && !/gzip\s*;\s*q=0(\.0*)?\s*(,|$)/.test(sent)

/** Answers any error as problem+json. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = toProblem(error, request.id)
  const line = { request_id: request.id }
  if (found.status >= 500) request.log.error({ ...line, err: error }, 'request failed')
  else request.log.info({ ...line, status: found.status, detail: found.detail }, 'request refused')
  return reply
    .code(found.status)
    .headers(PLAIN_HEADERS)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(found))
}
