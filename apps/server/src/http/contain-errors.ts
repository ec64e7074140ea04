import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { throttleLog } from '../process/throttle-log.ts'

const LOGS_EVERY_MS = 10_000

/** Wraps a server's request listener: an unhandled error ends its own connection, not the process. */
export function openErrorContainment(log: Pick<FastifyBaseLogger, 'error'>) {
  const logError = throttleLog(LOGS_EVERY_MS, (error: unknown) =>
    log.error({ err: error }, 'a connection was ended by an error'),
  )
  return (handle: RequestListener): RequestListener =>
    (request, response) => {
      response.on('error', logError)
      try {
        handle(request, response)
      } catch (error) {
        logError(error)
        request.socket.destroy()
      }
    }
}
