import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { describeError } from './described-error.ts'
import { openLogOutput } from './log-output.ts'

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

// Drops the query string, which may contain sign-in codes and search texts.
const pathOf = (url: string): string => withoutTokens(url.split('?')[0] ?? '')

/** Masks the tokens in the URLs of calendars, of mails' links and of customers' links, which errors about malformed URLs contain too. */
const withoutTokens = (text: string): string =>
  readable(text).replace(
    /(\/(?:maintenance_calendar|unsubscribe|subscription_requests|customer_links)\/+)[^/\s'?]+/gi,
    '$1[redacted]',
  )

/** Decodes percent escapes as the router does, so that a path with `%6d` for `m` is masked too. */
const readable = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

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
    const line = {
      request_id: request.id,
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
