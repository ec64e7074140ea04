import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

type SpanOutcome = 'exported' | 'dropped' | 'failed'

type Bounds = {
  /** Spans that may wait or be on their way. */
  mostWaiting: number
  /** After this time an export counts as failed, whatever becomes of it: a collector may send its answer drop by drop. */
  exportsWithinMs: number
  count: (outcome: SpanOutcome, spans: number) => void
  onFailure: (reason: string) => void
}

/**
 * Keeps a collector that is away or slow from costing memory: what ends while too many spans wait or are on their way is
 * dropped and counted. `queue` makes the queue in front of the exporter.
 */
export function boundExport(
  exporter: SpanExporter,
  queue: (exporter: SpanExporter) => SpanProcessor,
  { mostWaiting, exportsWithinMs, count, onFailure }: Bounds,
): SpanProcessor {
  let waiting = 0
  const inner = queue({
    export: (spans, done) => {
      let isDone = false
      const finish = (result: ExportResult) => {
        if (isDone) return
        isDone = true
        clearTimeout(timer)
        waiting -= spans.length
        const isExported = result.code === ExportResultCode.SUCCESS
        count(isExported ? 'exported' : 'failed', spans.length)
        if (!isExported) onFailure(reasonOf(result.error))
        done(result)
      }
      const timer = setTimeout(
        () => finish({ code: ExportResultCode.FAILED, error: new Error('Request timed out') }),
        exportsWithinMs,
      )
      timer.unref()
      try {
        exporter.export(spans, finish)
      } catch (error) {
        finish({ code: ExportResultCode.FAILED, error: error as Error })
      }
    },
    shutdown: () => exporter.shutdown(),
  })
  return {
    onStart: (span, context) => inner.onStart(span, context),
    onEnd: (span: ReadableSpan) => {
      if (waiting >= mostWaiting) return count('dropped', 1)
      waiting += 1
      inner.onEnd(span)
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  }
}

/** Not the message: it may have what the collector answered. */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined
  if (typeof code === 'number') return `it answered ${code}`
  if (typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)) return `it cannot be reached (${code})`
  if (error?.message === 'Request timed out') return 'it took too long'
  return 'it does not take them'
}
