import { STATUS_CODES } from 'node:http'
import './input-words.ts'
import type { Problem } from '@aviary/contract/wire'
import type { z } from 'zod'
import { READ_ONLY } from '../database/error-code.ts'

/** A refusal that a person or program can act on. The message becomes the problem's `detail`. */
export class Refusal extends Error {
  readonly status: number
  readonly title: string
  /** Faults by field, if any. */
  errors: Problem['errors']
  /** The current record, if another save came first. */
  current: unknown
  constructor(status: number, title: string, detail: string) {
    super(detail)
    this.status = status
    this.title = title
  }
}

export class InvalidInput extends Refusal {
  constructor(detail: string, errors?: Problem['errors']) {
    super(400, 'Invalid input', detail)
    this.errors = errors
  }
}

export class NotSignedIn extends Refusal {
  constructor(detail = 'Sign in to go on') {
    super(401, 'Not signed in', detail)
  }
}

export class Forbidden extends Refusal {
  constructor(detail: string) {
    super(403, 'Not allowed', detail)
  }
}

export class NotFound extends Refusal {
  constructor(detail: string) {
    super(404, 'Not found', detail)
  }
}

/** The request does not fit the current state. */
export class Conflict extends Refusal {
  constructor(detail: string, current?: unknown) {
    super(409, 'Conflict', detail)
    this.current = current
  }
}

/** Seconds; about the time that a database restart takes. */
const RETRY_AFTER = 2

/** The caller's share is used up for another `leftMs` milliseconds. */
export class TooMany extends Refusal {
  readonly retryAfter: number
  constructor(detail: string, leftMs = RETRY_AFTER * 1000) {
    super(429, 'Too many requests', detail)
    this.retryAfter = Math.max(1, Math.ceil(leftMs / 1000))
  }
}

/** All callers together exceed the limit. */
export class Busy extends Refusal {
  constructor(detail: string) {
    super(503, 'Busy', detail)
  }
}

/** Seconds after which a retry makes sense; undefined if a retry makes no sense or the header is set already. */
export function retryAfterOf(error: unknown, status: number): string | undefined {
  if (error instanceof TooMany) return String(error.retryAfter)
  return status === 503 ? String(RETRY_AFTER) : undefined
}

/** The request takes too long; a request with narrower filters would be quick. */
export class TookTooLong extends Refusal {
  constructor(detail: string) {
    super(504, 'Took too long', detail)
  }
}

/** The error that refuses one field of a body, by its path and with a text that says what to correct. */
export const fault = (path: string, message: string): InvalidInput =>
  new InvalidInput(`body.${path}: ${message}`, [{ path: `body.${path}`, message }])

const MAX_FAULTS = 20

/** Turns zod's issues into one refusal that names each field: `body.start_date: …`. */
export function invalidInput(part: string, error: z.ZodError): InvalidInput {
  const errors = error.issues.slice(0, MAX_FAULTS).map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: issue.message,
  }))
  const more = error.issues.length - errors.length
  const summary = errors.map((fault) => `${fault.path}: ${fault.message}`).join('; ')
  return new InvalidInput(more > 0 ? `${summary}; and ${more} more` : summary, errors)
}

/**
 * The body of an error answer (RFC 9457). An error that is no refusal and has no known cause reveals only the
 * request id.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  const refusal = error instanceof Refusal ? error : (readDatabaseError(error) ?? readFastifyError(error))
  if (!refusal) {
    return {
      type: 'about:blank',
      title: 'Something went wrong',
      status: 500,
      detail: `The server could not do this. Request id: ${requestId}`,
      request_id: requestId,
    }
  }
  return {
    type: 'about:blank',
    title: refusal.title,
    status: refusal.status,
    detail: refusal.message,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(refusal.current === undefined ? {} : { current: refusal.current }),
    request_id: requestId,
  }
}

const NO_DATABASE =
  /^(ECONN(REFUSED|RESET)|E(PIPE|TIMEDOUT|(HOST|NET)UNREACH)|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08...)$/
const NO_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|not currently accepting connections|connect ENOENT/i
const DISK_FULL = '53100'
const NO_FILES = /^E[MN]FILE$/

/**
 * Recognizes a database that is away, restarting, read-only or full, and a server without free file
 * descriptors. drizzle wraps the original error in `cause`.
 */
function readDatabaseError(error: unknown): Refusal | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === DISK_FULL) {
      const detail =
        'The disk of the database is full: nothing was stored. Tell whoever runs it to make room, and try again'
      return new Refusal(507, 'No room', detail)
    }
    if (code === READ_ONLY) {
      const detail =
        'The database accepts no writes right now: nothing was stored. Reading goes on; try again in a moment'
      return new Refusal(503, 'Not available', detail)
    }
    if (NO_FILES.test(code))
      return new Refusal(
        503,
        'Busy',
        'The server has too many files and connections open; try again in a moment',
      )
    if (NO_DATABASE.test(code) || NO_CONNECTION.test(cause.message))
      return new Refusal(503, 'Not available', 'The database cannot be reached; try again in a moment')
  }
  return undefined
}

/** Fastify's own refusals, such as a body that is too large or an unknown content type. */
function readFastifyError(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  switch (error.statusCode) {
    case 413:
      return new Refusal(
        413,
        'Too large',
        'The body is larger than this call takes; send it in smaller parts',
      )
    case 415:
      return new Refusal(415, 'Unknown content type', 'Send JSON with content-type: application/json')
    case 414:
      return new Refusal(
        414,
        'Address too long',
        'A part of the address is longer than anything Aviary knows',
      )
    case 429:
      return new Refusal(429, 'Too many requests', error.message)
    case 503:
      return new Refusal(503, 'Busy', 'The server is overloaded or stopping; try again in a moment')
    case 400:
      return new InvalidInput(error.message)
    default:
      return readClientError(Number(error.statusCode))
  }
}

/** The innermost cause of an error: the outer message of a failed query repeats the statement. */
export function reasonIn(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? cause.message : String(cause)
}

/** Converts client errors of libraries; drops their text, which may name files. */
function readClientError(status: number): Refusal | undefined {
  // Reports a forbidden file as missing, so that the answer does not reveal that it exists.
  if (status === 403 || status === 404) return new NotFound('There is nothing at this address')
  if (!(status >= 400 && status < 500)) return undefined
  const title = STATUS_CODES[status] ?? 'Refused'
  return new Refusal(status, title, `${title}: change the request before it is sent again`)
}
