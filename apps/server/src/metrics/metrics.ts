import type { Registry } from 'prom-client'
import { openDatabaseGauges } from './database-gauges.ts'
import { OPEN_METRICS_TYPE, takesOpenMetrics, toOpenMetrics } from './open-metrics.ts'
import { addProcessGauges } from './process-gauges.ts'
import { openRequestTimes } from './request-times.ts'

type Parts = Parameters<typeof addProcessGauges>[1] & Parameters<typeof openDatabaseGauges>[1]

/** Prometheus metrics of one process, added to the counters in `registry`. Times are in seconds. */
export function openMetrics(registry: Registry, parts: Parts) {
  const { timeOf, observe, exemplars } = openRequestTimes(registry)
  addProcessGauges(registry, parts)
  const refreshDatabase = openDatabaseGauges(registry, parts)
  return {
    timeOf,
    observe,
    /**
     * Prometheus text format, or OpenMetrics for who accepts it while traces are recorded. Never fails, and takes hardly
     * more than two seconds: the time limit for the database.
     */
    read: async (accept: string | undefined) => {
      await refreshDatabase()
      return takesOpenMetrics(accept)
        ? { text: await toOpenMetrics(registry, exemplars), contentType: OPEN_METRICS_TYPE }
        : { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}
