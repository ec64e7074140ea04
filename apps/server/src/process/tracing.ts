// Where the server tells what it does, for those who watch it by OpenTelemetry. Until `useTracer` is called nobody
// listens: work runs as it is, and nothing is made or kept for it.

export type Attributes = Record<string, string | number | boolean>

export type SpanStart = {
  name: string
  /** `internal` unless given. */
  kind?: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /**
   * The `traceparent` of the work that asked for this, as it was stored with it; null if that was not traced. If
   * omitted, the span belongs to the one in which it starts.
   */
  parent?: string | null
  /** The `traceparent` that somebody sent with a request; malformed ones are ignored. */
  sentParent?: string | undefined
  /** Recorded only if the work changes a row or makes a request, because most runs of a job find nothing to do. */
  isQuiet?: boolean
}

/** One step of work. Texts in it may be read by more people than the log: no values, bodies, addresses or tokens. */
export type Span = {
  /** Undefined if the sampler left the trace out. */
  traceId: string | undefined
  traceparent: string
  name: (name: string) => void
  set: (attributes: Attributes) => void
  /** Marks it as failed. `type`: a code or the name of a class, never a message. */
  fail: (type: string) => void
  run: <T>(work: () => T) => T
  /** Later calls do nothing. */
  end: () => void
}

/** A statement that has ended. */
export type Statement = {
  name: string
  /** As `performance.now()`. */
  startedAt: number
  attributes: Attributes
  /** The code with which the database refused it. */
  failure: string | undefined
  changedRows: boolean
}

export type Tracer = {
  start: (start: SpanStart) => Span
  /** The span in which the caller runs. */
  current: () => Span | undefined
  /** Adds a statement to the span in which it was started, if there is one. */
  addStatement: (span: Span, statement: Statement) => void
  /** Makes a callback run in the span in which it was made. */
  bind: <F extends (...args: never[]) => unknown>(callback: F) => F
}

let tracer: Tracer | undefined

/** Who listens from now on; nobody if undefined. */
export const useTracer = (next: Tracer | undefined): void => {
  tracer = next
}

/** Undefined while nobody listens. */
export const listeningTracer = (): Tracer | undefined => tracer

/** Runs a step of work as a span. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!tracer) return work(undefined)
  const span = tracer.start(start)
  return span.run(async () => {
    try {
      return await work(span)
    } catch (error) {
      if (!isRefusal(error)) span.fail(failureOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}

const NO_HEADERS: Record<string, string> = Object.freeze({})

/** Makes a request to another service as a span. `ask` gets the headers by which the service can go on with the trace. */
export function inRequest<Answer extends { status: number | null }>(
  { service, method }: { service: string; method: string },
  ask: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  if (!tracer) return ask(NO_HEADERS)
  const attributes = { 'http.request.method': method, 'aviary.service': service }
  return inSpan({ name: `${method} ${service}`, kind: 'client', attributes }, async (span) => {
    const answer = await ask(span ? { traceparent: span.traceparent } : NO_HEADERS)
    if (answer.status === null) span?.fail('no_answer')
    else span?.set({ 'http.response.status_code': answer.status })
    if (answer.status !== null && answer.status >= 400) span?.fail(String(answer.status))
    return answer
  })
}

/** What to store with work that is done later, so that it belongs to the same trace; null if there is none. */
export const currentTraceparent = (): string | null => tracer?.current()?.traceparent ?? null

/** For a log line: the trace in which it was written. */
export function traceFields(): { trace_id?: string } {
  const traceId = tracer?.current()?.traceId
  return traceId === undefined ? {} : { trace_id: traceId }
}

/** A code or the name of a class. The message may repeat what somebody typed. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code
  return error.cause instanceof Error ? failureOf(error.cause) : error.constructor.name
}

/** Whether the caller was refused: their fault, not one of this step. */
const isRefusal = (error: unknown): boolean => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status < 500
}
