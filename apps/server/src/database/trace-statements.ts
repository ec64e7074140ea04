import type pg from 'pg'
import { failureOf, listeningTracer, type Tracer } from '../process/tracing.ts'

type Query = (...args: unknown[]) => unknown
type Result = { command?: string; rowCount?: number | null }
type Callback = (error: unknown, result: Result) => void

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Adds each statement of a connection to the span in which it is sent: the text as the log has it, without values. */
export function traceStatements(client: pg.ClientBase): void {
  const tracer = listeningTracer()
  if (!tracer) return
  const query = client.query.bind(client) as Query
  const traced: Query = (...args) => {
    const text = textOf(args[0])
    const ended = text === undefined ? undefined : watch(tracer, text)
    if (!ended) return query(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const passOn = tracer.bind(callback as Callback)
      return query(...args.slice(0, -1), (error: unknown, result: Result) => {
        ended(error, result)
        passOn(error, result)
      })
    }
    const answer = query(...args) as Promise<Result>
    answer.then(
      (result) => ended(undefined, result),
      (error: unknown) => ended(error, {}),
    )
    return answer
  }
  Object.assign(client, { query: traced })
}

/** Undefined for what is no statement but has its own way to end, such as a stream of rows. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined
}

/** Begins to watch a statement; undefined if it belongs to no span. */
function watch(tracer: Tracer, text: string): Callback | undefined {
  const span = tracer.current()
  if (span?.traceId === undefined) return undefined
  const startedAt = performance.now()
  return (error, { command = '', rowCount }) => {
    const failure = error ? failureOf(error) : undefined
    tracer.addStatement(span, {
      name: /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL',
      startedAt,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': text,
        ...(rowCount != null && { 'db.response.returned_rows': rowCount }),
        ...(failure !== undefined && { 'db.response.status_code': failure }),
      },
      failure,
      changedRows: CHANGES.has(command) && (rowCount ?? 0) > 0,
    })
  }
}
