import { pino } from 'pino'

type FailedQuery = Error & { query: string }

const isFailedQuery = (error: Error): error is FailedQuery => 'query' in error && 'params' in error

/**
 * An error as the log shows it. Of a failed query the statement is told and its values are not: they can be tokens, or
 * what people wrote; PostgreSQL's own `detail` and `where` repeat them.
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
