import type { Registry } from 'prom-client'
import { listeningTracer } from '../process/tracing.ts'

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** By series of a bucket: the newest trace that was counted in it. */
export type Exemplars = Map<string, { traceId: string; seconds: number }>

/** Whether a scraper that accepts this gets OpenMetrics: only while there are traces to point at. */
export const takesOpenMetrics = (accept: string | undefined): boolean =>
  listeningTracer() !== undefined && accept?.includes('application/openmetrics-text') === true

/**
 * Metrics with exemplars, from the plain text format: the library's own writer of OpenMetrics renames the counters of
 * the plain format, too.
 */
export async function toOpenMetrics(registry: Registry, exemplars: Exemplars): Promise<string> {
  const lines: string[] = []
  for (const line of (await registry.metrics()).split('\n')) {
    if (line === '') continue
    const [, start, name = '', rest] = /^(# (?:HELP|TYPE)) (\S+) (.*)$/.exec(line) ?? []
    if (start !== undefined) {
      const isCounter = registry.getSingleMetric(name)?.constructor.name === 'Counter'
      lines.push(`${start} ${isCounter ? name.replace(/_total$/, '') : name} ${rest}`)
      continue
    }
    const exemplar = exemplars.get(line.slice(0, line.lastIndexOf(' ')))
    lines.push(exemplar ? `${line} # {trace_id="${exemplar.traceId}"} ${exemplar.seconds}` : line)
  }
  return `${lines.join('\n')}\n# EOF\n`
}
