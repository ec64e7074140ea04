import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, isProtected } from '@aviary/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { openBadTokens } from './bad-tokens.ts'
import { type Bodies, type Body, brokenOff, type Client } from './bodies.ts'
import type { Route, Session } from './call.ts'
import { admit, type Caller, hasServiceToken, type Incoming, isByToken } from './caller.ts'
import { type DoorServices, refuseForgery } from './door.ts'
import { Busy, Refusal, TooMany } from './errors.ts'
import { logQuietly } from './log.ts'
import { networkOf } from './network.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { openShare, type Shares } from './shares.ts'
import { whenLeft } from './take-connection.ts'

const LARGEST_BODY = 1024 * 1024
/** Size limit in bytes of bodies that anybody may send. */
const LARGEST_UNKNOWN_BODY = 64 * 1024
/**
 * Bytes. Only a few bodies above this size are handled at the same time, because each holds a database
 * connection while it is parsed and stored.
 */
const LARGE_BODY = 64 * 1024
const LARGE_BODIES_AT_ONCE = 4
const MINUTE_MS = 60_000
const FORM = 'application/x-www-form-urlencoded'

type GateServices = DoorServices & { shares: Shares; bodies: Bodies }
type Exchange = { request: FastifyRequest; reply: FastifyReply; incoming: Incoming }
type Handle<T> = (incoming: Incoming) => Promise<T>

export type Gate = {
  /** Runs `handle` with the body, after identifying the caller and checking their share. */
  through: <T>(route: Route, exchange: Exchange, handle: Handle<T>) => Promise<T>
  /** Counts the call and takes the share of a stream as `through` does; false where `through` would refuse. */
  takeStream: (session: Session, response: ServerResponse) => boolean
}

/**
 * Runs before the door: identifies the caller before the body is read and enforces shares. The door then
 * checks the caller again, together with the body.
 */
export function openGate(services: GateServices): Gate {
  const { shares } = services
  const calls = new RateLimitStore()
  const identify = openIdentify(services, calls)
  const searches = openSearches(shares)
  const streams = openStreams(shares)
  const uploads = openShare(shares.uploadsOfPerson)
  const largeInTurn = limitConcurrency(LARGE_BODIES_AT_ONCE)

  const readBody = async (
    route: Route,
    request: IncomingMessage,
    client: Client,
  ): Promise<Body | undefined> => {
    if (!route.endpoint.takesBody || !isReadable(route, request)) return undefined
    const largest = route.endpoint.access.by === 'anyone' ? LARGEST_UNKNOWN_BODY : LARGEST_BODY
    return services.bodies.read(request, { limit: route.largestBody ?? largest, client })
  }

  return {
    through: async (route, { request, reply, incoming }, handle) => {
      // The caller may have left while the request waited: for an answer that others asked for, or to be counted.
      if (reply.raw.destroyed) throw brokenOff()
      // Skips the gate, whose checks would cost more than a ready answer; `handle` still identifies the caller.
      const isReady = route.kind === 'memory' && !route.endpoint.mayTakeTooLong
      if (isReady && !hasServiceToken(incoming.headers.authorization)) return handle(incoming)
      const client = await identify(route.endpoint, incoming, request.ip)
      // Takes no share for a closed connection, because no further event would release the share.
      if (reply.raw.destroyed) throw brokenOff()
      if (route.kind === 'upload') return within(uploads, client.name, () => handle(incoming))
      if (route.kind === 'stream' && client.session) streams.require(client.session, { request, reply })
      const body = await readBody(route, request.raw, client)
      try {
        const answer = () => handle({ ...incoming, rawBody: body?.bytes })
        const isLarge = (body?.bytes.length ?? 0) > LARGE_BODY
        const work = () => (isLarge ? largeInTurn(answer) : answer())
        return await (route.endpoint.mayTakeTooLong ? searches(client.name, work) : work())
      } finally {
        body?.free()
      }
    },
    takeStream: (session, response) => {
      if (!streams.hasRoomFor(session)) return false
      if (calls.count(nameOf(session), MINUTE_MS).current > shares.callsOfPersonAMinute) return false
      streams.take(session, response)
      return true
    },
  }
}

const nameOf = (session: Session | undefined): string => `user ${session?.person.userId}`

/** Identifies the caller by the headers. */
function openIdentify(services: GateServices, calls: RateLimitStore) {
  const countCall = (name: string, limit: number) => {
    const { current, ttl } = calls.count(name, MINUTE_MS)
    if (current > limit) throw new TooMany(`More than ${limit} calls came in your name; wait a minute`, ttl)
  }
  const badTokens = openBadTokens(services.shares.badTokensOfAddressAMinute)
  return async (
    endpoint: Endpoint,
    incoming: Incoming,
    address: string | undefined,
  ): Promise<Client & { session?: Session }> => {
    const { access } = endpoint
    if (access.by === 'signature') services.requireSignature(access.sender, incoming.headers)
    if (access.by === 'signature' || access.by === 'anyone')
      return { name: `address ${networkOf(address)}`, isKnown: false }
    const check = () => admit(services, endpoint, incoming)
    if (await isByToken(services, endpoint, incoming)) {
      const { authorization } = incoming.headers
      const attempt = { address: networkOf(address), authorization }
      const { token } = await badTokens.watch(attempt, check)
      // Another name must not give a token a new share, nor further tokens their person.
      const name = token?.person ? `tokens of user ${token.person.userId}` : `token ${token?.tokenId}`
      countCall(name, services.shares.callsOfTokenAMinute)
      return { name, isKnown: true }
    }
    const { session } = refuseEarlyForgery(endpoint, incoming, await check())
    const name = nameOf(session)
    countCall(name, services.shares.callsOfPersonAMinute)
    return { name, isKnown: true, ...(session ? { session } : {}) }
  }
}

/**
 * An anti-forgery token in the header is checked before the body is read, a token in a field of the body
 * afterwards.
 */
function refuseEarlyForgery(endpoint: Endpoint, incoming: Incoming, caller: Caller): Caller {
  const isInBody = endpoint.antiForgeryField && incoming.headers['x-csrf-token'] === undefined
  if (isProtected(endpoint) && caller.session && !isInBody) refuseForgery(endpoint, incoming, caller.session)
  return caller
}

/** Whether the call reads the body. Throws 415 for an unsupported content type. */
function isReadable({ endpoint, readsForms }: Route, { headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined
  if (!isChunked && Number(headers['content-length'] ?? 0) === 0) return false
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (endpoint.takesForm) {
    if (type === FORM) return true
    throw new Refusal(415, 'Unknown content type', `Send a form with content-type: ${FORM}`)
  }
  if (endpoint.takesText) {
    if (type === endpoint.takesText) return true
    throw new Refusal(415, 'Unknown content type', `Send it with content-type: ${endpoint.takesText}`)
  }
  // One-click unsubscribe (RFC 8058) sends a form body: allowed but not read.
  if (type === FORM) return readsForms === true
  if (type === 'application/json' || type === 'application/problem+json') return true
  throw new Refusal(415, 'Unknown content type', 'Send JSON with content-type: application/json')
}

async function within<T>(share: ReturnType<typeof openShare>, client: string, work: () => Promise<T>) {
  if (!share.take(client))
    throw new TooMany('Too many of your files are on their way; wait until one has arrived')
  try {
    return await work()
  } finally {
    share.give(client)
  }
}

/** Log interval: a page whose stream is refused retries every few seconds. */
const LOGS_REFUSED_STREAMS_EVERY_MS = 60_000

function openStreams({ streamsOfSession, streamsOfProcess }: Shares) {
  const sessionShare = openShare(streamsOfSession)
  const processShare = openShare(streamsOfProcess)
  const isLogged = throttleLog(LOGS_REFUSED_STREAMS_EVERY_MS, () => undefined)
  const refusing = (request: FastifyRequest, refusal: Refusal): Refusal => {
    if (!isLogged()) logQuietly(request)
    return refusal
  }
  const hasRoomFor = ({ idHash }: Session) =>
    sessionShare.held(idHash) < streamsOfSession && processShare.held('all') < streamsOfProcess
  const take = ({ idHash }: Session, response: ServerResponse) => {
    sessionShare.take(idHash)
    processShare.take('all')
    whenLeft(response, () => {
      sessionShare.give(idHash)
      processShare.give('all')
    })
  }
  const require = (session: Session, { request, reply }: Pick<Exchange, 'request' | 'reply'>) => {
    if (hasRoomFor(session)) return take(session, reply.raw)
    const isOfSession = sessionShare.held(session.idHash) >= streamsOfSession
    throw refusing(
      request,
      isOfSession
        ? new TooMany('Too many pages of this session are open: this one is told of changes by polling')
        : new Busy('Too many pages are open at the moment; this one is told of changes by polling'),
    )
  }
  return { hasRoomFor, take, require }
}

/**
 * Slow searches: each person may run a few at the same time; further ones wait, and too many waiting ones are
 * refused.
 */
function openSearches({ searchesOfPerson, searchesWaitingOfPerson }: Shares) {
  const searchShare = openShare(searchesOfPerson + searchesWaitingOfPerson)
  const limits = new Map<string, ReturnType<typeof limitConcurrency>>()
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    if (!searchShare.take(person))
      throw new TooMany('Too many of your searches are under way; wait until they have ended')
    const inTurn = limits.get(person) ?? limitConcurrency(searchesOfPerson)
    limits.set(person, inTurn)
    try {
      return await inTurn(work)
    } finally {
      searchShare.give(person)
      if (searchShare.held(person) === 0) limits.delete(person)
    }
  }
}
