import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Authorization } from '@aviary/contract/actions'
import type { AnswerOf, Endpoint, InputOf } from '@aviary/contract/endpoint'
import type * as endpoints from '@aviary/contract/push/endpoints'
import type { Db } from '../database/open.ts'
import type { Batch } from './read-batch.ts'
import type { UploadedFile } from './spool.ts'

/** The signed-in person, as the session says and never as the body claims. */
export type Person = {
  userId: number
  email: string
  authorization: Authorization & { role_ids: readonly number[] }
  restrictedPageAccess: readonly string[]
}

export type Session = { idHash: string; antiForgeryToken: string; person: Person }

/** What a handler is given. `db` is the transaction of a write, and the pool for a read. */
export type Call<E extends Endpoint = Endpoint> = InputOf<E> & {
  db: Db
  now: Date
  /** What is missing from `body.records`, where an endpoint refuses records one by one. */
  batch: Batch
  /** Throws when the call is not one of a signed-in person. */
  person: () => Person
  session: () => Session
  /** Who the audit row names: an e-mail, `token:<name>` or `webhook:<sender>`. */
  caller: string
  headers: IncomingHttpHeaders
  rawBody: Buffer | undefined
  /** What was uploaded; only where the endpoint says so. It is gone when the call has ended. */
  file: UploadedFile | undefined
  requestId: string
  /** Adds to the audit row's context: what changed, before and after. */
  audit: (context: Record<string, unknown>) => void
  /** Says what this write changed; every open page hears of it when the transaction has committed. */
  changed: (...topics: endpoints.Topic[]) => void
  /** The session ends with this write, in every process. */
  endsSession: (idHash: string) => void
}

/** What a write is given before its transaction: `db` is the pool, and nothing is noted of what it does. */
export type Preparation<E extends Endpoint = Endpoint> = Omit<Call<E>, 'audit' | 'changed' | 'endsSession'>

/** An answer that is not just JSON with status 200. */
export class Reply<Body = unknown> {
  readonly body: Body
  readonly status: number
  readonly headers: Record<string, string | string[]>
  constructor(body: Body, options: { status?: number; headers?: Record<string, string | string[]> } = {}) {
    this.body = body
    this.status = options.status ?? 200
    this.headers = options.headers ?? {}
  }
}

export const redirect = (address: string, cookies: string[] = []): Reply<string> =>
  new Reply('', {
    status: 302,
    headers: { location: address, 'cache-control': 'no-store', 'set-cookie': cookies },
  })

type Answer<E extends Endpoint> = AnswerOf<E> | Reply<AnswerOf<E>>

export type RateLimit = { max: number; perSeconds: number }

/** One served endpoint. Features make it with {@link serve} and its kin below only. */
export type Route = {
  endpoint: Endpoint
  rateLimit?: RateLimit
  largestBody?: number
  /** Programs look with HEAD whether it is worth reading; of others the contract names no HEAD. */
  answersHead?: boolean
  /** Its JSON may come as the field `payload` of a form as well: so GitHub sends it unless it is told otherwise. */
  readsForms?: boolean
} & (
  | ({ kind: 'plain' } & Work)
  | {
      kind: 'memory'
      topics: readonly endpoints.Topic[]
      find: (query: unknown, db: Db, now: Date) => Promise<Found<unknown>>
    }
  | { kind: 'stream'; open: (call: Call, response: ServerResponse) => void }
  | { kind: 'download'; open: (call: Call) => Promise<Download> }
  | { kind: 'upload'; handle: (call: Call) => Promise<unknown> }
)

/** What an endpoint does. `prepare` is of writes only; `handle` is given its result. */
export type Work = {
  prepare?: (call: Preparation) => Promise<unknown>
  handle: (call: Call, prepared: unknown) => Promise<unknown>
}

/** A text of any length as a file of that name: its next chunk is made when the last one has been taken. */
export type Download = { name: string; type: string; chunks: AsyncIterable<string> }

type RouteOptions = Pick<Route, 'rateLimit' | 'largestBody' | 'answersHead' | 'readsForms'>

export function serve<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  options: RouteOptions = {},
): Route {
  return { kind: 'plain', endpoint, handle: handle as (call: Call) => Promise<unknown>, ...options }
}

/**
 * Serves a write with slow work that writes nothing, such as asking a service elsewhere. `prepare` does it before the transaction,
 * holding no connection; `handle` checks again what may have changed meanwhile, and writes.
 */
export function servePrepared<E extends Endpoint, Prepared>(
  endpoint: E,
  work: {
    prepare: (call: Preparation<E>) => Promise<Prepared>
    handle: (call: Call<E>, prepared: Prepared) => Promise<Answer<E>>
  },
  options: RouteOptions = {},
): Route {
  return { kind: 'plain', endpoint, ...(work as unknown as Work), ...options }
}

/** `until`: milliseconds since 1970 from which the answer is another one without anybody writing; absent when never. */
export type Found<A> = { answer: A; until?: number }

/**
 * Serves a read that is the same for everybody who may make it: kept ready and compressed until one of `topics` changes.
 * However many ask at once, `find` runs once.
 */
export function serveFromMemory<E extends Endpoint>(
  endpoint: E,
  topics: readonly endpoints.Topic[],
  find: (query: InputOf<E>['query'], db: Db, now: Date) => Promise<Found<AnswerOf<E>>>,
): Route {
  return { kind: 'memory', endpoint, topics, find: find as Extract<Route, { kind: 'memory' }>['find'] }
}

export function serveStream<E extends Endpoint>(
  endpoint: E,
  open: (call: Call<E>, response: ServerResponse) => void,
): Route {
  return { kind: 'stream', endpoint, open: open as Extract<Route, { kind: 'stream' }>['open'] }
}

/** Serves a read whose answer is too long to hold: its text is sent as it is made, as fast as it is read. */
export function serveDownload<E extends Endpoint>(
  endpoint: E,
  open: (call: Call<E>) => Promise<Download>,
): Route {
  return { kind: 'download', endpoint, open: open as Extract<Route, { kind: 'download' }>['open'] }
}

/** A call with what it uploaded. */
export type UploadCall<E extends Endpoint> = Call<E> & { file: UploadedFile }

/**
 * Serves a write whose body is a file: it is read to a file of our own first, once it is known that its sender may, and only
 * then does the transaction begin.
 */
export function serveUpload<E extends Endpoint>(
  endpoint: E,
  handle: (call: UploadCall<E>) => Promise<Answer<E>>,
  options: Pick<Route, 'rateLimit'> = {},
): Route {
  const withFile = (call: Call) => {
    if (!call.file) throw new Error(`${endpoint.path} was called without its file`)
    return handle(call as unknown as UploadCall<E>)
  }
  return { kind: 'upload', endpoint, handle: withFile, ...options }
}
