import type { IncomingMessage, Server } from 'node:http'

type Limits = {
  /** Milliseconds that a body has to arrive in. */
  withinMs: number
  /** Bytes a second: a body that brings as many in each further period of `withinMs` goes on. */
  slowest: number
  isExempt: (request: IncomingMessage) => boolean
}

/**
 * Ends requests whose body is late: under way for longer than `withinMs`, and slower than `slowest` in the period that ends. A large
 * mail over a slow line goes on, a body that stalls does not. Node has one limit for all requests of a server: an upload over a
 * slow line needs more of it than anybody else may have.
 */
export function endLateBodies(server: Server, { withinMs, slowest, isExempt }: Limits): void {
  const leastBytes = (slowest * withinMs) / 1_000
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request) || isExempt(request)) return
    let received = request.socket.bytesRead
    const timer = setInterval(() => {
      if (request.complete) return clear()
      const before = received
      received = request.socket.bytesRead
      if (received - before >= leastBytes) return
      clear()
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      // As Node itself says it of a request that is over its limit.
      if (!server.emit('clientError', late, request.socket)) request.socket.destroy()
    }, withinMs)
    timer.unref()
    const clear = () => clearInterval(timer)
    request.once('end', clear).once('close', clear)
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
