import { z } from 'zod'
import { oneOf, wholeNumber } from './config-values.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const endpoint = z
  .url({ protocol: /^https?$/, error: 'use the address of a collector, such as http://127.0.0.1:4318' })
  .optional()
// Values that other programs know and this one does not, so that the message can say what to do.
const protocol = z
  .literal('http/protobuf', 'use http/protobuf: spans are sent by HTTP only, to port 4318 of most collectors')
  .optional()

/** The variables of OpenTelemetry that are read here; its exporter reads headers, timeout and certificates itself. */
export const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_SDK_DISABLED: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .default(false),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: oneOf([...SAMPLERS]).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('use a number from 0 to 1')
    .min(0, 'use a number from 0 to 1')
    .max(1, 'use a number from 0 to 1')
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 60_000).default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 100_000).default(2_048),
}

type Settings = z.infer<z.ZodObject<typeof traces>>
export type TraceSettings = NonNullable<ReturnType<typeof readTraces>>

/** How spans are recorded and sent; undefined if they are not. */
export function readTraces(settings: Settings) {
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return undefined
  return {
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    /** Spans that wait or are on their way; further ones are dropped. */
    mostWaiting: settings.OTEL_BSP_MAX_QUEUE_SIZE,
    delayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
  }
}
