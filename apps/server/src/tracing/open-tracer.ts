import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Span as ApiSpan,
  type Tracer as ApiTracer,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { systemClock } from '../clock.ts'
import type { Span, SpanStart, Statement, Tracer } from '../process/tracing.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

type Held = Span & {
  inner: ApiSpan
  /** A quiet span that nothing has happened in yet. */
  isIdle: boolean
}

/** Makes spans with `api`, and knows in which of them the caller runs. */
export function openTracer(api: ApiTracer): Tracer {
  const running = new AsyncLocalStorage<Held>()

  const hold = (inner: ApiSpan, isQuiet: boolean): Held => {
    let isEnded = false
    const held: Held = {
      inner,
      isIdle: isQuiet,
      traceId: inner.isRecording() ? inner.spanContext().traceId : undefined,
      traceparent: writeTraceparent(inner.spanContext()),
      name: (name) => void inner.updateName(name),
      set: (attributes) => void inner.setAttributes(attributes),
      fail: (type) => {
        held.isIdle = false
        inner.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
      },
      run: (work) => running.run(held, work),
      end: () => {
        // A span that is never ended is never sent.
        if (isEnded || held.isIdle) return
        isEnded = true
        inner.end()
      },
    }
    return held
  }

  const contextOf = ({ parent, sentParent }: SpanStart): Context => {
    if (parent !== undefined || sentParent !== undefined) {
      const text = sentParent ?? parent ?? ''
      const context = readTraceparent(text, { isRemote: sentParent !== undefined })
      return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
    }
    const around = running.getStore()
    if (around) around.isIdle = false
    return around ? trace.setSpan(ROOT_CONTEXT, around.inner) : ROOT_CONTEXT
  }

  return {
    start: (start) => {
      const { name, kind = 'internal', attributes = {}, isQuiet = false } = start
      return hold(api.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(start)), isQuiet)
    },
    current: () => running.getStore(),
    addStatement: (span, statement) => addStatement(api, span as Held, statement),
    bind: (callback) => {
      const held = running.getStore()
      if (!held) return callback
      return ((...args: never[]) => running.run(held, () => callback(...args))) as typeof callback
    },
  }
}

function addStatement(
  api: ApiTracer,
  span: Held,
  { name, startedAt, attributes, ...ended }: Statement,
): void {
  if (ended.changedRows || ended.failure !== undefined) span.isIdle = false
  if (span.traceId === undefined || span.isIdle) return
  const now = systemClock().getTime()
  const startTime = now - (performance.now() - startedAt)
  const options = { kind: SpanKind.CLIENT, attributes, startTime }
  const inner = api.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, span.inner))
  if (ended.failure !== undefined)
    inner.setAttribute('error.type', ended.failure).setStatus({ code: SpanStatusCode.ERROR })
  inner.end(now)
}
