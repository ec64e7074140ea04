import { setTimeout as wait } from 'node:timers/promises'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { throttleLog } from '../process/throttle-log.ts'
import { useTracer } from '../process/tracing.ts'
import { VERSION } from '../process/version.ts'
import type { TraceSettings } from '../trace-settings.ts'
import { boundExport } from './bounded-exporter.ts'
import { openTracer } from './open-tracer.ts'
import { samplerOf } from './sampler.ts'

const OUTCOMES = ['exported', 'dropped', 'failed'] as const
const LOG_INTERVAL_MS = 60_000
const LARGEST_BATCH = 512
/** Longer than the exporter tries, unless its collector answers drop by drop. */
const EXPORTS_WITHIN_MS = 25_000
/** A process that stops has 20 seconds for everything. */
const FLUSHES_WITHIN_MS = 3_000
const LONGEST_ATTRIBUTE = 2_000

type Parts = { log: Pick<FastifyBaseLogger, 'warn'>; registry: Registry }

/** Records spans and sends them to a collector. Returns a function that sends what is left and stops. */
export function startTracing(settings: TraceSettings, { log, registry }: Parts): () => Promise<void> {
  const spans = new Counter({
    name: 'aviary_trace_spans_total',
    help: 'Spans of traces, by whether the collector took them; dropped: too many waited',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of OUTCOMES) spans.inc({ outcome }, 0)
  const warn = throttleLog(LOG_INTERVAL_MS, (reason: string) =>
    log.warn({ reason }, 'the collector does not get the spans of traces'),
  )
  const queue = (exporter: SpanExporter) =>
    new BatchSpanProcessor({
      exporter,
      maxQueueSize: settings.mostWaiting,
      maxExportBatchSize: Math.min(LARGEST_BATCH, settings.mostWaiting),
      scheduledDelayMillis: settings.delayMs,
      exportTimeoutMillis: EXPORTS_WITHIN_MS + 1_000,
    })
  const processor = boundExport(new OTLPTraceExporter(), queue, {
    mostWaiting: settings.mostWaiting,
    exportsWithinMs: EXPORTS_WITHIN_MS,
    count: (outcome, number) => spans.inc({ outcome }, number),
    onFailure: warn,
  })
  const named = resourceFromAttributes({
    'service.name': 'aviary',
    'service.version': VERSION,
    'service.instance.id': crypto.randomUUID(),
  })
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors })),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [processor],
  })
  useTracer(openTracer(provider.getTracer('aviary', VERSION)))
  return async () => {
    useTracer(undefined)
    const flushed = provider.shutdown().catch(() => undefined) // a failure was counted and logged
    await Promise.race([flushed, wait(FLUSHES_WITHIN_MS, undefined, { ref: false })])
  }
}
