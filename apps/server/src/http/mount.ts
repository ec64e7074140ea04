import type { Endpoint } from '@aviary/contract/endpoint'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Answers, makeReady } from './answers.ts'
import type { Call, Route } from './call.ts'
import { admit, type DoorServices, type Incoming, pass, readInput } from './door.ts'
import { toProblem } from './errors.ts'
import type { Metrics } from './metrics.ts'
import { type ShortWay, sendReady } from './short-way.ts'

export type HttpServices = DoorServices & {
  timeOf: Metrics['timeOf']
  /** What every server of `app` was made by. */
  shortWay: Pick<ShortWay, 'learn'>
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
  // One click in a mail program sends a form (RFC 8058). Hardly a call reads it: a JSON body is still asked for.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => done(null, readsForms(request) ? body : undefined),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(Object.assign(new Error('Unknown content type'), { statusCode: 415 }))
  })
  app.setErrorHandler(answerError)
  await app.register(rateLimit, { global: false })
  const running = new Set<Promise<unknown>>()
  for (const route of routes) mountRoute(app, route, { services, running })
  // Whoever asked may be gone: what was begun for them still has the database until it ends.
  app.addHook('onClose', () => Promise.allSettled(running))
}

export const addressOnServer = (endpoint: Endpoint): string => {
  const path = endpoint.isOutsideApi ? endpoint.path : `/api${endpoint.path}`
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

type Site = { services: HttpServices; running: Set<Promise<unknown>> }

function mountRoute(app: FastifyInstance, route: Route, { services, running }: Site): void {
  const { endpoint } = route
  const handle = handlerOf(route, services)
  app.route({
    method: endpoint.method,
    url: addressOnServer(endpoint),
    exposeHeadRoute: endpoint.isOutsideApi === true, // the contract names no other
    ...(route.largestBody ? { bodyLimit: route.largestBody } : {}),
    config: {
      readsForms: route.readsForms === true,
      ...(route.rateLimit
        ? { rateLimit: { max: route.rateLimit.max, timeWindow: route.rateLimit.perSeconds * 1000 } }
        : {}),
    },
    handler: (request, reply) => {
      const answer = handle(request, reply)
      running.add(answer)
      answer.catch(() => undefined).finally(() => running.delete(answer)) // the framework tells what failed
      return answer
    },
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function handlerOf(route: Route, services: HttpServices): Handler {
  if (route.kind === 'memory') return fromMemory(route, services)
  return route.kind === 'plain' ? plain(route, services) : stream(route, services)
}

const readsForms = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { readsForms?: boolean }).readsForms === true

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

/** Reads that are kept ready. Whoever is plainly signed in takes the short way from the second time on. */
function fromMemory(route: Extract<Route, { kind: 'memory' }>, services: HttpServices): Handler {
  const { endpoint } = route
  const answers = new Answers(services.changes, route.topics)
  const isPlainlySignedIn = endpoint.access.by === 'session'
  const time = services.timeOf(endpoint.method, addressOnServer(endpoint))

  return async (request, reply) => {
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
    if (isPlainlySignedIn) services.shortWay.learn(request.url, { answers, key, time })
    reply.hijack()
    sendReady(request.raw, reply.raw, ready)
  }
}

const PLAIN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
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
