import type { IncomingMessage, Server } from 'node:http'

type Limits = {
  /** Milliseconds. A body that takes longer than this must keep the rate `slowest`. */
  withinMs: number
  /** Bytes per second; a body that keeps this rate gets further periods of `withinMs`. */
  slowest: number
  isExempt: (request: IncomingMessage) => boolean
}

/**
 * Ends requests whose body takes longer than `withinMs` and arrived slower than `slowest` in the last period.
 * A large body over a slow line may continue; a stalled one is cut. Node's own limit is the same for all
 * requests of a server, but uploads need more time.
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
      // Emits the same error as Node does for a request over its time limit.
      if (!server.emit('clientError', late, request.socket)) request.socket.destroy()
    }, withinMs)
    timer.unref()
    const clear = () => clearInterval(timer)
    request.once('end', clear).once('close', clear)
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
