import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Endpoint, isPersons } from '@aviary/contract/endpoint'
import type { Problem } from '@aviary/contract/wire'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TimeOf } from '../metrics/request-times.ts'
import { Answers, makeReady } from './answers.ts'
import type { Call, Download, Reply, Route } from './call.ts'
import { admit, type DoorServices, enter, type Incoming, pass, readInput } from './door.ts'
import { toProblem } from './errors.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { type ShortWay, sendReady } from './short-way.ts'
import type { Spool } from './spool.ts'
import { linger, openUploads, type Uploads } from './upload.ts'

export type HttpServices = DoorServices & {
  timeOf: TimeOf
  /** What every server of `app` was made by. */
  shortWay: Pick<ShortWay, 'learn'>
  /** Where uploads are kept while they are taken in. */
  spool: Spool
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
  await app.register(rateLimit, { global: false, store: RateLimitStore })
  const running = new Set<Promise<unknown>>()
  const downloads = new Set<Readable>()
  const uploads = openUploads(services.spool)
  const site: Site = { services, running, downloads, uploads }
  for (const route of routes) if (route.kind !== 'upload') mountRoute(app, route, site)
  await app.register(async (scope) => {
    // Nothing is read of a body until it is known who sends it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
    for (const route of routes) if (route.kind === 'upload') mountRoute(scope, route, site)
  })
  // However slowly somebody reads, nobody waits for them: a file that was cut off is seen to be.
  app.addHook('preClose', () => {
    for (const text of downloads) text.destroy()
    uploads.stop()
  })
  // Whoever asked may be gone: what was begun for them still has the database until it ends.
  app.addHook('onClose', () => Promise.allSettled(running))
}

export const addressOnServer = (endpoint: Endpoint): string => {
  const path = endpoint.isOutsideApi ? endpoint.path : `/api${endpoint.path}`
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** What load balancers and monitors ask for, some of them by HEAD. */
export const isProbe = (endpoint: Endpoint): boolean => endpoint.isOutsideApi === true && !isPersons(endpoint)

type Site = {
  services: HttpServices
  running: Set<Promise<unknown>>
  downloads: Set<Readable>
  uploads: Uploads
}

function mountRoute(app: FastifyInstance, route: Route, site: Site): void {
  const { endpoint } = route
  const { running } = site
  const handle = handlerOf(route, site)
  app.route({
    method: endpoint.method,
    url: addressOnServer(endpoint),
    exposeHeadRoute: isProbe(endpoint) || route.answersHead === true,
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

function handlerOf(route: Route, { services, downloads, uploads }: Site): Handler {
  switch (route.kind) {
    case 'memory':
      return fromMemory(route, services)
    case 'plain':
      return plain(route, services)
    case 'stream':
      return stream(route, services)
    case 'download':
      return download(route, { services, downloads })
    case 'upload':
      return upload(route, { services, uploads })
  }
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
    return sendFound(reply, await pass(services, visit, route.handle))
  }
}

function sendFound(reply: FastifyReply, found: Reply): FastifyReply {
  reply.code(found.status).headers({ ...PLAIN_HEADERS, ...found.headers })
  if (found.status === 304) return reply.send() // it has no body, and says no length
  if (typeof found.body === 'string') return reply.send(found.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(found.body))
}

/** The file is received before the transaction begins: a slow sender holds nothing of the database. */
function upload(
  route: Extract<Route, { kind: 'upload' }>,
  { services, uploads }: Pick<Site, 'services' | 'uploads'>,
): Handler {
  const { endpoint } = route
  return async (request, reply) => {
    const incoming = incomingOf(request)
    try {
      await enter(services, { endpoint, incoming })
      const file = await uploads.receive(request.raw, endpoint.uploads ?? '')
      try {
        // What was allowed when it began may not be any more: the door looks again.
        const visit = { endpoint, incoming: { ...incoming, file } }
        return sendFound(reply, await uploads.inTurn(() => pass(services, visit, route.handle)))
      } finally {
        await file.close()
      }
    } catch (error) {
      if (request.raw.complete || request.raw.readableEnded) throw error
      return refuseMidway(error, request, reply)
    }
  }
}

/** Answers somebody who is still sending, and lets go of the connection: what else comes is not read. */
async function refuseMidway(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const found = noteProblem(error, request)
  const text = JSON.stringify(found)
  reply.hijack()
  reply.raw.writeHead(found.status, {
    ...problemHeaders(found),
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  reply.raw.write(text)
  await linger(request.raw)
  reply.raw.end()
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

function download(
  route: Extract<Route, { kind: 'download' }>,
  { services, downloads }: Pick<Site, 'services' | 'downloads'>,
): Handler {
  return async (request, reply) => {
    const visit = { endpoint: route.endpoint, incoming: incomingOf(request) }
    const opened: Download[] = []
    await pass(services, visit, async (call: Call) => {
      opened.push(await route.open(call))
      return ''
    })
    for (const { name, type, chunks } of opened) {
      const text = Readable.from(chunks, { highWaterMark: 1 })
      downloads.add(text)
      reply.headers({ ...PLAIN_HEADERS, 'content-disposition': `attachment; filename="${name}"` })
      reply.type(type).send(text)
      await finished(text).catch(() => undefined) // the framework tells what failed
      downloads.delete(text)
    }
    return reply
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
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
/** Seconds: a database that restarts is away for about as long. */
const RETRY_AFTER = '2'
const problemHeaders = ({ status }: Problem): Record<string, string> =>
  status === 503 ? { ...PLAIN_HEADERS, 'retry-after': RETRY_AFTER } : PLAIN_HEADERS

/** Answers any error as problem+json. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = noteProblem(error, request)
  return reply
    .code(found.status)
    .headers(problemHeaders(found))
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(found))
}

function noteProblem(error: unknown, request: FastifyRequest): Problem {
  const found = toProblem(error, request.id)
  const line = { request_id: request.id }
  // Everybody who asks meanwhile meets it: one line each, without its stack.
  if (found.status === 503) request.log.warn({ ...line, reason: reasonIn(error) }, 'request failed')
  else if (found.status >= 500 && found.status !== 504)
    request.log.error({ ...line, err: error }, 'request failed')
  else {
    // What took too long is nobody's mistake, and worth a look where it happens often.
    const level = found.status === 504 ? 'warn' : 'info'
    request.log[level]({ ...line, status: found.status, detail: found.detail }, 'request refused')
  }
  return found
}

/** What is at the bottom of an error: the top of a failed query tells the statement. */
function reasonIn(error: unknown): string {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  return at instanceof Error ? at.message : String(at)
}
