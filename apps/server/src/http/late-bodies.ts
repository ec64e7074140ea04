import type { IncomingMessage, Server } from 'node:http'

type Limits = {
  /** Milliseconds that a body has to arrive in. */
  withinMs: number
  isExempt: (request: IncomingMessage) => boolean
}

/**
 * Ends requests whose body is not there in time. Node has one limit for all requests of a server: an upload over a slow
 * line needs more of it than anybody else may have.
 */
export function endLateBodies(server: Server, { withinMs, isExempt }: Limits): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request) || isExempt(request)) return
    const timer = setTimeout(() => {
      if (request.complete) return
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      // As Node itself says it of a request that is over its limit.
      if (!server.emit('clientError', late, request.socket)) request.socket.destroy()
    }, withinMs)
    timer.unref()
    const clear = () => clearTimeout(timer)
    request.once('end', clear).once('close', clear)
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
