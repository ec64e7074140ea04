import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { traceFields } from '../process/tracing.ts'
import { describeError } from './described-error.ts'
import { openLogOutput } from './log-output.ts'
import { pathOf, withoutTokens } from './path-without-secrets.ts'
import { traceIdOf } from './trace-requests.ts'

const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'headers.cookie',
  'headers.authorization',
  '*.password',
]

/**
 * Logs JSON lines, by default on standard output. Masks passwords, the headers Cookie and Authorization, and
 * the tokens in calendar URLs and in the links of mails.
 */
export const openLog = (level: string, destination: DestinationStream = openLogOutput()) => {
  const options: LoggerOptions = {
    level,
    redact: { paths: SECRETS, censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathOf(request.url),
      }),
      detail: withoutTokens,
      err: describeError,
    },
  }
  return pino(options, destination)
}

/** Whether successful reads are logged too; their log lines cost more than ready answers. */
export const logsReads = (log: { level: string }): boolean => ['debug', 'trace'].includes(log.level)

const quiet = new WeakSet<FastifyRequest>()

/** Logs the answer to this request only at level debug, even if it is a refusal. */
export const logQuietly = (request: FastifyRequest): void => void quiet.add(request)
export const isLoggedQuietly = (request: FastifyRequest): boolean => quiet.has(request)

/**
 * Logs one line per answer: writes and refusals at level info; successful reads, and requests given to
 * `logQuietly`, at level debug.
 */
export function logAnswers(app: FastifyInstance): void {
  const logsAll = logsReads(app.log)
  app.addHook('onResponse', (request, reply, done) => {
    const isPlainRead = ['GET', 'HEAD'].includes(request.method) && reply.statusCode < 400
    const isQuiet = isPlainRead || isLoggedQuietly(request)
    if (isQuiet && !logsAll) return done()
    // The last bytes of an answer are written outside the span of its request.
    const traceId = traceIdOf(request.raw)
    const line = {
      request_id: request.id,
      ...(traceId !== undefined && { trace_id: traceId }),
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (isQuiet) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
    done()
  })
}
