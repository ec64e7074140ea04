import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Endpoint, isPersons } from '@aviary/contract/endpoint'
import type { Problem } from '@aviary/contract/wire'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TimeOf } from '../metrics/request-times.ts'
import { Answers, makeReady } from './answers.ts'
import type { Bodies } from './bodies.ts'
import type { Call, Download, Reply, Route } from './call.ts'
import { admit, type Incoming, seesOf, viewOf } from './caller.ts'
import { type DoorServices, enter, pass, readInput } from './door.ts'
import { reasonIn, retryAfterOf, toProblem } from './errors.ts'
import { type FastPath, sendReady } from './fast-path.ts'
import { type Gate, openGate } from './gate.ts'
import { incomingOf } from './incoming.ts'
import { isLoggedQuietly } from './log.ts'
import { stream } from './mount-stream.ts'
import { networkOf } from './network.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { readAnswer } from './read-answer.ts'
import { pageOfRefusal, RefusedWithPage } from './refusal-page.ts'
import { type SecurityHeaders, setHeaders } from './security-headers.ts'
import type { Shares } from './shares.ts'
import type { Spool } from './spool.ts'
import { linger, openUploads, type Uploads } from './upload.ts'
import { withhold } from './withhold.ts'

export type HttpServices = DoorServices & {
  timeOf: TimeOf
  /** The fast path in front of `app`'s server. */
  fastPath: Pick<FastPath, 'learn'>
  /** Sent with every answer. */
  headers: SecurityHeaders
  shares: Shares
  bodies: Bodies
  /** Stores uploads while they are processed. */
  spool: Spool
}

/** Serves every route through the door and answers errors as problem+json. */
export async function mount(
  app: FastifyInstance,
  routes: readonly Route[],
  services: HttpServices,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    setHeaders(reply.raw, services.headers)
    done()
  })
  app.removeAllContentTypeParsers()
  // Leaves bodies unread until the caller is identified, and unparsed because webhook signatures cover the
  // raw bytes.
  app.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
  app.setErrorHandler(answerError)
  const keyGenerator = (request: FastifyRequest) => networkOf(request.ip)
  await app.register(rateLimit, { global: false, store: RateLimitStore, keyGenerator })
  const running = new Set<Promise<unknown>>()
  const downloads = new Set<Readable>()
  const uploads = openUploads(services.spool)
  const site: Site = { services, gate: openGate(services), running, downloads, uploads }
  for (const route of routes) mountRoute(app, route, site)
  // Breaks off downloads and uploads when the server stops, instead of waiting for slow clients. The client
  // of a download notices that the file is incomplete.
  app.addHook('preClose', () => {
    for (const text of downloads) text.destroy()
    uploads.stop()
  })
  // Waits for running handlers: even those whose caller has left still use the database.
  app.addHook('onClose', () => Promise.allSettled(running))
}

export const addressOnServer = (endpoint: Endpoint): string => {
  const path = endpoint.isOutsideApi ? endpoint.path : `/api${endpoint.path}`
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** Whether load balancers or monitors request the endpoint, some of them with HEAD. */
export const isProbe = (endpoint: Endpoint): boolean => endpoint.isOutsideApi === true && !isPersons(endpoint)

type Site = {
  services: HttpServices
  gate: Gate
  running: Set<Promise<unknown>>
  downloads: Set<Readable>
  uploads: Uploads
}

function mountRoute(app: FastifyInstance, route: Route, site: Site): void {
  const { endpoint } = route
  const { gate, running } = site
  const handle = handlerOf(route, site)
  app.route({
    method: endpoint.method,
    url: addressOnServer(endpoint),
    exposeHeadRoute: isProbe(endpoint) || route.answersHead === true,
    config: route.rateLimit
      ? { rateLimit: { max: route.rateLimit.max, timeWindow: route.rateLimit.perSeconds * 1000 } }
      : {},
    handler: (request, reply) => {
      let incoming = incomingOf(request)
      const withBody = (whole: Incoming) => {
        incoming = whole
        return handle(request, reply, whole)
      }
      const answer = gate
        .through(route, { request, reply, incoming }, withBody)
        .catch(async (error: unknown) => {
          const { db } = site.services
          const isGone = reply.raw.destroyed
          const page = await pageOfRefusal(route, { error, incoming, db, log: request.log, isGone })
          return refuse(page ?? error, request, reply)
        })
      running.add(answer)
      answer.catch(() => undefined).finally(() => running.delete(answer)) // the framework reports the failure
      return answer
    },
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply, incoming: Incoming) => Promise<unknown>

function handlerOf(route: Route, { services, gate, downloads, uploads }: Site): Handler {
  switch (route.kind) {
    case 'memory':
      return fromMemory(route, services)
    case 'plain':
      return plain(route, services)
    case 'stream':
      return stream(route, { services, gate, address: addressOnServer(route.endpoint) })
    case 'download':
      return download(route, { services, downloads })
    case 'upload':
      return upload(route, { services, uploads })
  }
}

function plain(route: Extract<Route, { kind: 'plain' }>, services: HttpServices): Handler {
  return async (_request, reply, incoming) => {
    const visit = { endpoint: route.endpoint, incoming }
    return sendReply(reply, await pass(services, visit, route))
  }
}

function sendReply(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status).headers({ ...PLAIN_HEADERS, ...answer.headers })
  if (answer.status === 304) return reply.send() // 304 has no body and no length
  if (typeof answer.body === 'string') return reply.send(answer.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

/** Receives the file before the transaction begins, so that a slow sender holds no database connection. */
function upload(
  route: Extract<Route, { kind: 'upload' }>,
  { services, uploads }: Pick<Site, 'services' | 'uploads'>,
): Handler {
  const { endpoint } = route
  return async (request, reply, incoming) => {
    await enter(services, { endpoint, incoming })
    const file = await uploads.receive(request.raw, endpoint.uploads ?? '')
    try {
      // Permissions may have changed during the upload, so the door checks again.
      const visit = { endpoint, incoming: { ...incoming, file } }
      return sendReply(reply, await uploads.inTurn(() => pass(services, visit, route)))
    } finally {
      await file.close()
    }
  }
}

/** Bytes. An unread body up to this size is read and discarded, which keeps the connection usable. */
const SHORT_BODY = 64 * 1024

/** Throws the error for the framework to answer; if much of the body is still to come, answers it here instead. */
async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { complete, readableEnded, headers } = request.raw
  const isShort =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY
  if (complete || readableEnded || isShort || reply.raw.headersSent) throw error
  return refuseMidway(error, request, reply)
}

/** Answers a caller who is still sending, and closes the connection without reading the rest. */
async function refuseMidway(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, headers, text } = answerOf(error, request)
  reply.hijack()
  const ending = { 'content-length': Buffer.byteLength(text), connection: 'close' }
  reply.raw.writeHead(status, { ...headers, ...ending })
  reply.raw.write(text)
  await linger(request.raw)
  reply.raw.end()
}

function download(
  route: Extract<Route, { kind: 'download' }>,
  { services, downloads }: Pick<Site, 'services' | 'downloads'>,
): Handler {
  return async (_request, reply, incoming) => {
    const visit = { endpoint: route.endpoint, incoming }
    const opened: Download[] = []
    const handle = async (call: Call) => {
      opened.push(await route.open(call))
      return ''
    }
    await pass(services, visit, { handle })
    for (const { name, type, chunks } of opened) {
      const text = Readable.from(chunks, { highWaterMark: 1 })
      downloads.add(text)
      reply.headers({ ...PLAIN_HEADERS, 'content-disposition': `attachment; filename="${name}"` })
      reply.type(type).send(text)
      await finished(text).catch(() => undefined) // the framework reports the failure
      downloads.delete(text)
    }
    return reply
  }
}

/** Serves a read from memory. A URL that every signed-in person may read is then on the fast path. */
function fromMemory(route: Extract<Route, { kind: 'memory' }>, services: HttpServices): Handler {
  const { endpoint } = route
  const answers = new Answers(services.changes, route.topics)
  const isPlainlySignedIn = endpoint.access.by === 'session'
  const address = addressOnServer(endpoint)
  const time = services.timeOf(endpoint.method, address)

  return async (request, reply, incoming) => {
    const caller = await admit(services, endpoint, incoming)
    const sees = seesOf(caller)
    const { query } = readInput(endpoint, incoming)
    const now = services.clock()
    const make = async () => {
      const result = await route.find(query, services.db, { now, sees })
      const answer = withhold(endpoint, readAnswer(endpoint, result.answer), sees)
      return makeReady(answer, { until: result.until, headers: services.headers })
    }
    const key = viewOf(caller) + JSON.stringify(query)
    const ready = await answers.get(key, now.getTime(), make)
    if (isPlainlySignedIn && caller.session)
      services.fastPath.learn(request.url, { kind: 'memory', answers, key, time, route: address })
    reply.hijack()
    sendReady(request.raw, reply.raw, ready)
  }
}

const PLAIN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
export function problemHeaders(error: unknown, { status }: Problem): Record<string, string> {
  const retryAfter = retryAfterOf(error, status)
  return retryAfter === undefined ? PLAIN_HEADERS : { ...PLAIN_HEADERS, 'retry-after': retryAfter }
}

/** Answers any error as problem+json, or with the page of a refused form. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = answerOf(error, request)
  return reply.code(status).headers(headers).send(text)
}

function answerOf(error: unknown, request: FastifyRequest) {
  if (error instanceof RefusedWithPage) {
    const { status } = noteProblem(error.cause, request)
    return { status, headers: { ...PLAIN_HEADERS, ...error.page.headers }, text: error.page.body }
  }
  const problem = noteProblem(error, request)
  const headers = { ...problemHeaders(error, problem), 'content-type': PROBLEM_TYPE }
  return { status: problem.status, headers, text: JSON.stringify(problem) }
}

function noteProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = toProblem(error, request.id)
  const line = { request_id: request.id }
  if (isLoggedQuietly(request))
    request.log.debug({ ...line, status: problem.status, detail: problem.detail }, 'request refused')
  // During an outage of the database most requests end with 503, so each logs one short line without the
  // stack.
  else if (problem.status === 503) request.log.warn({ ...line, reason: reasonIn(error) }, 'request failed')
  else if (problem.status >= 500 && problem.status !== 504)
    request.log.error({ ...line, err: error }, 'request failed')
  else {
    // A timeout (504) is not the client's mistake, so operators should notice it.
    const level = problem.status === 504 ? 'warn' : 'info'
    request.log[level]({ ...line, status: problem.status, detail: problem.detail }, 'request refused')
  }
  return problem
}
