import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Time } from '../metrics/request-times.ts'
import type { Answers, ReadyAnswer } from './answers.ts'
import { namesTag } from './etag.ts'

/** What is served at one address, exactly as the request line spells it. */
type Known = { answers: Answers; key: string; time: Time }

export type FastPath = {
  learn: (address: string, known: Known) => void
  /** A request listener that takes the short way where it can, and leaves everything else to `handle`. */
  before: (handle: RequestListener, isListening: () => boolean) => RequestListener
}

type FastPathParts = {
  clock: Clock
  /** The session when it is in memory; undefined says nothing. */
  peekSession: (cookies: string | undefined) => unknown
}

const MAX_ADDRESSES = 1_000

/**
 * The short way to ready answers, taken before the framework sees a request: only where the long way has answered at
 * that very address before, for a session that is in memory, and the answer is ready or being made. Whatever is missing, the request goes the long way.
 */
export function openFastPath({ clock, peekSession }: FastPathParts): FastPath {
  const addresses = new Map<string, Known>()

  const answer = (request: IncomingMessage, response: ServerResponse, handle: RequestListener): boolean => {
    const known = request.method === 'GET' ? addresses.get(request.url ?? '') : undefined
    if (!known || !peekSession(request.headers.cookie)) return false
    const startedAt = performance.now()
    const send = (ready: ReadyAnswer) => {
      sendReady(request, response, ready)
      known.time(response.statusCode, (performance.now() - startedAt) / 1000)
    }
    const ready = known.answers.peek(known.key, clock().getTime())
    if (ready) {
      send(ready)
      return true
    }
    // After a change thousands of pages ask for what the first of them makes the server read.
    const pending = known.answers.peekPending(known.key)
    // What fails while it is sent fails for this request alone.
    pending?.then(send, () => handle(request, response)).catch(() => response.destroy())
    return pending !== undefined
  }

  return {
    learn: (address, known) => {
      if (addresses.size >= MAX_ADDRESSES) addresses.clear()
      addresses.set(address, known)
    },
    before: (handle, isListening) => (request, response) => {
      // A server that is stopping says so in every answer: that is the framework's to do.
      if (!isListening() || !answer(request, response, handle)) handle(request, response)
    },
  }
}

/** Written to the socket as it is: the bytes and their headers are ready, and nothing has to look at them again. */
export function sendReady(request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer): void {
  if (namesTag(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, ready.headers.unchanged).end()
    return
  }
  const isGzipped = takesGzip(request.headers['accept-encoding'])
  const headers = isGzipped ? ready.headers.gzipped : ready.headers.plain
  response.writeHead(200, headers).end(isGzipped ? ready.gzipped : ready.plain, 'latin1')
}

const takesGzip = (sent: string | undefined): boolean =>
  sent?.includes('gzip') === true && !/gzip\s*;\s*q=0(\.0*)?\s*(,|$)/.test(sent)
