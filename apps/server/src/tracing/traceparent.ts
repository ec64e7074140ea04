import type { SpanContext } from '@opentelemetry/api'

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** Reads a `traceparent` (W3C Trace Context); undefined if it is malformed. */
export function readTraceparent(text: string, { isRemote }: { isRemote: boolean }): SpanContext | undefined {
  const [, version, traceId = NO_TRACE, spanId = NO_SPAN, flags = '', rest] = FORM.exec(text) ?? []
  // Later versions may append to it, this one does not; `ff` is none.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote }
}

export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & SAMPLED ? '01' : '00'}`
