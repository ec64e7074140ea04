import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Time } from '../metrics/request-times.ts'
import type { Answers, ReadyAnswer } from './answers.ts'
import type { Session } from './call.ts'
import { namesTag } from './etag.ts'
import { endTracedRequest, nameTracedRequest, traceIdOf } from './trace-requests.ts'

/** What answers one URL; a request must spell the URL in exactly the same way. */
type Known = { time: Time; route: string } & (
  | { kind: 'memory'; answers: Answers; key: string }
  /** Begins an answer that lasts; false, having done nothing, if the caller is to be refused. */
  | { kind: 'stream'; open: (session: Session, response: ServerResponse) => boolean }
)

export type FastPath = {
  learn: (address: string, known: Known) => void
  /** A request listener that uses the fast path if it can, and calls `handle` otherwise. */
  before: (handle: RequestListener, isListening: () => boolean) => RequestListener
}

type FastPathParts = {
  clock: Clock
  /** The session if it is cached in memory; if undefined, the database may still have it. */
  peekSession: (cookies: string | undefined) => { session: Session } | undefined
}

const MAX_ADDRESSES = 1_000

/**
 * Answers reads from memory, and begins event streams, before the framework sees the request. Needs a URL that the normal
 * path has answered before, a session in memory, and for a read an answer that is ready or being made. Other requests take
 * the normal path.
 */
export function openFastPath({ clock, peekSession }: FastPathParts): FastPath {
  const addresses = new Map<string, Known>()

  const answer = (request: IncomingMessage, response: ServerResponse, handle: RequestListener): boolean => {
    const known = request.method === 'GET' ? addresses.get(request.url ?? '') : undefined
    const session = known && peekSession(request.headers.cookie)?.session
    if (!known || !session) return false
    const startedAt = performance.now()
    nameTracedRequest(request, known.route)
    const time = (status: number) =>
      known.time(status, (performance.now() - startedAt) / 1000, traceIdOf(request))
    if (known.kind === 'stream') {
      if (!known.open(session, response)) return false
      endTracedRequest(request)
      time(200)
      return true
    }
    const send = (ready: ReadyAnswer) => {
      sendReady(request, response, ready)
      time(response.statusCode)
    }
    const ready = known.answers.peek(known.key, clock().getTime())
    if (ready) {
      send(ready)
      return true
    }
    // After a change, thousands of pages request the same answer; all of them wait for the one being made.
    const pending = known.answers.peekPending(known.key)
    // An error while sending affects only this request.
    pending?.then(send, () => handle(request, response)).catch(() => response.destroy())
    return pending !== undefined
  }

  return {
    learn: (address, known) => {
      if (addresses.size >= MAX_ADDRESSES) addresses.clear()
      addresses.set(address, known)
    },
    before: (handle, isListening) => (request, response) => {
      // Leaves requests to the framework while the server stops, because the framework then closes each
      // connection.
      if (!isListening() || !answer(request, response, handle)) handle(request, response)
    },
  }
}

/** Answers without the framework: bytes and headers are ready and need no checks. */
export function sendReady(request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer): void {
  if (namesTag(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, ready.headers.unchanged).end()
    return
  }
  const isGzipped = takesGzip(request.headers['accept-encoding'])
  const headers = isGzipped ? ready.headers.gzipped : ready.headers.plain
  response.writeHead(200, headers).end(isGzipped ? ready.gzipped : ready.plain, 'latin1')
}

/** Whether an Accept-Encoding header takes gzip. */
export const takesGzip = (sent: string | undefined): boolean =>
  sent?.includes('gzip') === true && !/gzip\s*;\s*q=0(\.0*)?\s*(,|$)/.test(sent)
