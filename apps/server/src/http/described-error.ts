import { pino } from 'pino'

type FailedQuery = Error & { query: string }

const isFailedQuery = (error: Error): error is FailedQuery => 'query' in error && 'params' in error

/**
 * Formats an error for the log. A failed query is logged with its statement but without its values, which can
 * be tokens or personal texts. PostgreSQL's `detail` and `where` repeat the values, so they are dropped.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (!isFailedQuery(error)) return pino.stdSerializers.err(error)
  const cause = error.cause instanceof Error ? error.cause : undefined
  const stack = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  return {
    type: 'FailedQuery',
    message: cause?.message ?? 'The query failed',
    query: error.query,
    code: cause && 'code' in cause ? cause.code : undefined,
    constraint: cause && 'constraint' in cause ? cause.constraint : undefined,
    stack: `${cause?.message ?? 'The query failed'}${stack}`,
  }
}
