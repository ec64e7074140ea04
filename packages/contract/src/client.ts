import type { z } from 'zod'
import { type Check, hasFields, isInteger, isListOf, isOptional, isText } from './checks.ts'
import { APPLICATION_NAME } from './constants.ts'
import type { AnswerOf, Endpoint } from './endpoint.ts'
import type { Problem } from './wire.ts'

/**
 * A refusal by the server, an unreadable answer, or no answer (`status` 0). `message` is the reason shown to
 * people.
 */
export class CallFailed extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, message: string, details?: Problem) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.problem = details
  }
}

type ClientOptions = {
  /** Without a trailing slash, for example `/api`. */
  baseUrl: string
  /** E-mail of the signed-in person, for the audit data of writes. */
  userEmail: () => string
  /** The anti-forgery token, from the script-readable cookie `tokens`. */
  antiForgeryToken: () => string
  fetch?: typeof fetch
  /** Whether the connection is known to be lost; calls without an answer are then not logged. */
  isOffline?: () => boolean
}

/**
 * Input of a call, without the audit data: the client adds them to the body of every write, so that no caller
 * can forget them.
 */
export type CallInput<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: Omit<z.input<E['body']>, 'audit_log_data'>
  /** Request body of an endpoint with `uploads`: the file, sent unchanged. */
  file?: Blob
  signal?: AbortSignal
  /** Idempotency key of a create, so that a retry creates nothing twice; generated per call if omitted. */
  idempotencyKey?: string
  /** Replaces `fetch` for this call, for example for an upload with a progress bar. */
  fetch?: typeof fetch
}

export type Client = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerOf<E>>

/**
 * Creates the typed client of the contract's endpoints. A call rejects with {@link CallFailed}, or with an
 * `AbortError` if its `signal` is aborted.
 */
export function createClient(options: ClientOptions): Client {
  return (endpoint, input = {}) => reported(options, endpoint, () => ask(options, endpoint, input))
}

/** A download whose headers have arrived. The caller must either `read` or `drop` it. */
export type OpenFile = {
  /** File name from the server. */
  name: string
  /** The whole file. Throws {@link CallFailed} if the connection breaks. */
  read: () => Promise<Blob>
  /** Cancels the rest of the download. */
  drop: () => Promise<void>
}

export type FileClient = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<OpenFile>

/** Creates the client of endpoints that return a file. A refusal throws, as with {@link createClient}. */
export function createFileClient(options: ClientOptions): FileClient {
  return (endpoint, input = {}) =>
    reported(options, endpoint, async () => {
      const response = await send(options, endpoint, input)
      if (!response.ok) throw refusal(response, readJson(await readText(response)))
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      // An answer without a file name is not from Aviary but, for example, from a Wi-Fi sign-in page.
      if (name === undefined) throw unreadable(response)
      return {
        name,
        read: () => reported(options, endpoint, () => unbroken(response.blob())),
        drop: async () => response.body?.cancel(),
      }
    })
}

async function reported<T>(options: ClientOptions, endpoint: Endpoint, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isNews(error, options)) logToConsole(endpoint, error)
    throw error
  }
}

async function ask<E extends Endpoint>(
  options: ClientOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E>> {
  const response = await send(options, endpoint, input)
  const text = await readText(response)
  const answer = readJson(text)
  if (!response.ok) throw refusal(response, answer)
  if (answer === undefined) throw unreadable(response)
  return answer as AnswerOf<E> // the server validates every answer before sending it
}

/**
 * Whether a failure is logged to the console. Not logged: refusals (4xx), which the screen shows, aborted
 * calls, and calls during a known lost connection.
 */
function isNews(error: unknown, { isOffline }: ClientOptions): error is CallFailed {
  if (!(error instanceof CallFailed)) return false
  return error.status === 0 ? !isOffline?.() : error.status < 400 || error.status >= 500
}

const logToConsole = ({ method, path }: Endpoint, { status, message }: CallFailed): void =>
  console.error(`Failed to load ${method} ${path}: ${status} ${message}`)

async function send<E extends Endpoint>(
  options: ClientOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method: endpoint.method, credentials: 'same-origin', headers }
  if (input.signal) init.signal = input.signal
  if (endpoint.audits || endpoint.needsToken) headers['x-csrf-token'] = options.antiForgeryToken()
  if (endpoint.audits) headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID()
  const body = bodyOf(endpoint, input.body, options.userEmail)
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  if (endpoint.uploads && input.file) {
    headers['content-type'] = endpoint.uploads
    init.body = input.file
  }
  const carry = input.fetch ?? options.fetch ?? fetch
  try {
    return await carry(baseOf(endpoint, options) + addressOf(endpoint, input), init)
  } catch (error) {
    throw unlessAborted(error)
  }
}

/** Base URL of an endpoint: outside `/api` it is the base URL without `/api`. */
const baseOf = ({ isOutsideApi }: Endpoint, { baseUrl }: ClientOptions): string =>
  isOutsideApi ? baseUrl.replace(/\/api$/, '') : baseUrl

const readText = (response: Response): Promise<string> => unbroken(response.text())

const unbroken = <T>(body: Promise<T>): Promise<T> =>
  body.catch((error) => {
    throw unlessAborted(error)
  })

const unlessAborted = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'AbortError'
    ? error
    : new CallFailed(0, 'The server cannot be reached')

function bodyOf(endpoint: Endpoint, body: object | undefined, userEmail: () => string): object | undefined {
  if (!endpoint.takesBody) return undefined
  if (!endpoint.audits) return body
  const auditLogData = {
    application_name: APPLICATION_NAME,
    user_email: userEmail(),
    action_name: endpoint.audits,
  }
  return { ...body, audit_log_data: auditLogData }
}

/** Path and query string of a call, below the base path. */
export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

type Fault = NonNullable<Problem['errors']>[number]

const isFault: Check = (fault) => hasFields<Fault>(fault, { path: isText(), message: isText() })

/** False for an answer of a proxy in front of the server, which has another form. */
const isProblem = (answer: unknown): answer is Problem =>
  hasFields<Problem>(answer, {
    type: isText(),
    title: isText(),
    status: isInteger(0),
    detail: isText(),
    errors: isOptional(isListOf(isFault)),
    current: () => true,
    request_id: isText(),
  })

function refusal(response: Response, answer: unknown): CallFailed {
  if (isProblem(answer)) return new CallFailed(response.status, answer.detail, answer)
  return new CallFailed(response.status, `The server answered ${response.status}`)
}

const unreadable = ({ status }: Response): CallFailed =>
  new CallFailed(status, 'The server gave an answer that cannot be read')

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
