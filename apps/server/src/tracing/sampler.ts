import { ROOT_CONTEXT } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from '../trace-settings.ts'

/**
 * Decides once for each request and each job; what follows from it follows the decision. A request that brings a
 * `traceparent` is decided on as if it had none: neither its flag nor the choice of its trace id makes it recorded. With
 * a `parentbased_` sampler its caller can only keep it from being recorded.
 */
export function samplerOf({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>): Sampler {
  const root = rootOf(sampler, ratio)
  const ids = new RandomIdGenerator()
  const asIfNew: Sampler = {
    shouldSample: (_context, _traceId, ...rest) =>
      root.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...rest),
    toString: () => root.toString(),
  }
  return new ParentBasedSampler({
    root,
    remoteParentSampled: asIfNew,
    remoteParentNotSampled: sampler.startsWith('parentbased_') ? new AlwaysOffSampler() : asIfNew,
  })
}

function rootOf(sampler: TraceSettings['sampler'], ratio: number): Sampler {
  if (sampler.endsWith('always_off')) return new AlwaysOffSampler()
  return sampler.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
