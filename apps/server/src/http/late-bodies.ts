import type { IncomingMessage, Server } from 'node:http'

type Limits = {
  /** Milliseconds in which a body must arrive. */
  withinMs: number
  /** Bytes per second; a body that keeps this rate gets further periods of `withinMs`. */
  slowest: number
  isExempt: (request: IncomingMessage) => boolean
}

/**
 * Ends requests whose body is late: older than `withinMs`, and slower than `slowest` in the last period. A large
 * mail over a slow line goes on; a stalled body does not. Node has only one limit per server, but uploads need more
 * time than other requests.
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
      // The same error as Node's own for a request over its time limit.
      if (!server.emit('clientError', late, request.socket)) request.socket.destroy()
    }, withinMs)
    timer.unref()
    const clear = () => clearInterval(timer)
    request.once('end', clear).once('close', clear)
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
