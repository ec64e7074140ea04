import type { Registry } from 'prom-client'
import { openDatabaseGauges } from './database-gauges.ts'
import { addProcessGauges } from './process-gauges.ts'
import { openRequestTimes } from './request-times.ts'

type Parts = Parameters<typeof addProcessGauges>[1] & Parameters<typeof openDatabaseGauges>[1]

/** Prometheus metrics of one process, added to the counters in `registry`. Times are in seconds. */
export function openMetrics(registry: Registry, parts: Parts) {
  const { timeOf, observe } = openRequestTimes(registry)
  addProcessGauges(registry, parts)
  const refreshDatabase = openDatabaseGauges(registry, parts)
  return {
    timeOf,
    observe,
    /**
     * Prometheus text format. Never fails, and takes hardly more than two seconds: the time limit for the
     * database.
     */
    text: async () => {
      await refreshDatabase()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
