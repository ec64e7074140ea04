import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Authorization } from '@aviary/contract/actions'
import type { AnswerOf, Endpoint, InputOf } from '@aviary/contract/endpoint'
import type { Topic } from '@aviary/contract/push/rules'
import type { Guarded } from '@aviary/contract/rights'
import type { Scope } from '@aviary/contract/scopes'
import type { Db } from '../database/open.ts'
import type { Batch } from './read-batch.ts'
import type { UploadedFile } from './spool.ts'
import type { Sees } from './withhold.ts'

/** The signed-in person, taken from the session and never from the body. */
export type Person = {
  userId: number
  email: string
  authorization: Authorization & { role_ids: readonly number[] }
  restrictedPageAccess: readonly string[]
}

export type Session = { idHash: string; antiForgeryToken: string; person: Person }

/** Who writes: a signed-in person, or a service token, which has rights by its scopes and no account. */
export type Author = {
  /**
   * As records and audit rows name the author: the e-mail of a person, `token:<name>`, or `token:<e-mail>/<name>` of
   * a personal token.
   */
  name: string
  /** Undefined for tokens. */
  person: Person | undefined
  /** The person, or whose personal token it is; undefined for tokens of systems. */
  owner: Person | undefined
  /** Undefined for people. */
  tokenId: number | undefined
  may: (guarded: Guarded) => boolean
  /** Throws Forbidden, saying what is missing, unless the author has the right. */
  require: (guarded: Guarded) => void
  sees: Sees
  /** Throws Forbidden if a token lacks a scope that people need not have. */
  requireScope: (scope: Scope) => void
}

/** Input of a handler. `db` is the transaction of a write, the pool for a read. */
export type Call<E extends Endpoint = Endpoint> = InputOf<E> & {
  db: Db
  now: Date
  /**
   * For endpoints that refuse records one by one: original positions of the records left in `body.records`, and why
   * the others were removed.
   */
  batch: Batch
  /** Throws if the caller is not a signed-in person. */
  person: () => Person
  session: () => Session
  /** Who writes. Throws if the caller is neither a signed-in person nor a token. */
  author: () => Author
  /** The caller in audit rows: an e-mail, `token:<name>` or `webhook:<sender>`. */
  caller: string
  /** Of the token that calls; empty for people. */
  scopes: readonly string[]
  /** What answers may hold for this caller: true for people, for tokens by their scopes. */
  sees: Sees
  /** Whether the person, or the token by its scopes, may do what needs this right. */
  may: (guarded: Guarded) => boolean
  headers: IncomingHttpHeaders
  rawBody: Buffer | undefined
  /** The uploaded file, only for upload endpoints. Deleted when the call ends. */
  file: UploadedFile | undefined
  requestId: string
  /** By which limits count the sender: an IPv4 address, or the first half of an IPv6 one. */
  network: string
  /** Adds to the context of the audit row, such as the record before and after the change. */
  audit: (context: Record<string, unknown>) => void
  /** Declares changed topics; open pages are notified after the commit. */
  changed: (...topics: Topic[]) => void
  /** Announces with this write that a session has ended, so that every process drops it. */
  endsSession: (idHash: string) => void
}

/** Input of the step before a write's transaction: `db` is the pool, and nothing is audited. */
export type Preparation<E extends Endpoint = Endpoint> = Omit<Call<E>, 'audit' | 'changed' | 'endsSession'>

/** An answer whose status is not 200, whose content type is not JSON, or which has its own headers. */
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

/** Leads the browser back to the page of a stored form, which it then fetches with GET. */
export const leadBack = (address: string, headers: Record<string, string>): Reply<string> =>
  new Reply('', { status: 303, headers: { ...headers, location: address } })

export const redirect = (address: string, cookies: string[] = []): Reply<string> =>
  new Reply('', {
    status: 302,
    headers: { location: address, 'cache-control': 'no-store', 'set-cookie': cookies },
  })

type Answer<E extends Endpoint> = AnswerOf<E> | Reply<AnswerOf<E>>

export type RateLimit = { max: number; perSeconds: number }

/** One endpoint and its handler. Features create routes only with {@link serve} and the functions below. */
export type Route = {
  endpoint: Endpoint
  rateLimit?: RateLimit
  largestBody?: number
  /** Answers HEAD too, for programs that check before they read; the contract does not list HEAD. */
  answersHead?: boolean
  /** Also accepts JSON in the form field `payload`, which is GitHub's default. */
  readsForms?: boolean
  /** For an endpoint with `takesForm`: the page that answers refused input. */
  refusalPage?: RefusalPage
} & (
  | ({ kind: 'plain' } & Work)
  | {
      kind: 'memory'
      topics: readonly Topic[]
      find: (query: unknown, db: Db, asked: Asked) => Promise<CachedAnswer<unknown>>
    }
  | { kind: 'stream'; open: OpenStream }
  | { kind: 'download'; open: (call: Call) => Promise<Download> }
  | { kind: 'upload'; handle: (call: Call) => Promise<unknown> }
)

/** Begins an answer that lasts as long as a page is open. */
export type OpenStream = (session: Session, response: ServerResponse) => void

/** `params` are undefined if they were refused, `rawBody` if the body was refused before it was read. */
export type RefusedForm = { db: Db; status: number; params: unknown; rawBody: Buffer | undefined }
export type RefusalPage = (refused: RefusedForm) => Promise<Reply<string>>

/** Implementation of an endpoint. `prepare` exists for writes only, and its result is passed to `handle`. */
export type Work = {
  prepare?: (call: Preparation) => Promise<unknown>
  handle: (call: Call, prepared: unknown) => Promise<unknown>
}

/** A text file of any length; each chunk is made only after the previous one has been sent. */
export type Download = { name: string; type: string; chunks: AsyncIterable<string> }

type RouteOptions = Pick<Route, 'rateLimit' | 'largestBody' | 'answersHead' | 'readsForms' | 'refusalPage'>

export function serve<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  options: RouteOptions = {},
): Route {
  return { kind: 'plain', endpoint, handle: handle as (call: Call) => Promise<unknown>, ...options }
}

/**
 * Serves a write with slow work that writes nothing, such as a call to another service. `prepare` does that
 * work before the transaction, without holding a database connection; `handle` checks again whatever may have
 * changed meanwhile, and writes.
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

/** `until`: milliseconds since 1970 at which the answer changes without a write; absent if it never does. */
export type CachedAnswer<A> = { answer: A; until?: number }

/** When an answer is made, and for callers that may see what. */
export type Asked = { now: Date; sees: Sees }

/**
 * Serves a read whose answer is the same for all callers that may see the same. The compressed answer stays in memory
 * until one of `topics` changes or its `until` has passed. Concurrent callers with the same query share one
 * run of `find`.
 */
export function serveFromMemory<E extends Endpoint>(
  endpoint: E,
  topics: readonly Topic[],
  find: (query: InputOf<E>['query'], db: Db, asked: Asked) => Promise<CachedAnswer<AnswerOf<E>>>,
): Route {
  return { kind: 'memory', endpoint, topics, find: find as Extract<Route, { kind: 'memory' }>['find'] }
}

export function serveStream(endpoint: Endpoint, open: OpenStream): Route {
  return { kind: 'stream', endpoint, open }
}

/** Serves a read whose answer is too long for memory: streamed as fast as the client reads. */
export function serveDownload<E extends Endpoint>(
  endpoint: E,
  open: (call: Call<E>) => Promise<Download>,
): Route {
  return { kind: 'download', endpoint, open: open as Extract<Route, { kind: 'download' }>['open'] }
}

export type UploadCall<E extends Endpoint> = Call<E> & { file: UploadedFile }

/**
 * Serves a write whose body is a file. The file is stored first, after the permission check; then the transaction
 * begins.
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
