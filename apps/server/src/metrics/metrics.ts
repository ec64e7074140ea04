import type { Registry } from 'prom-client'
import { openDatabaseGauges } from './database-gauges.ts'
import { addProcessGauges } from './process-gauges.ts'
import { openRequestTimes } from './request-times.ts'

type Parts = Parameters<typeof addProcessGauges>[1] & Parameters<typeof openDatabaseGauges>[1]

/** Prometheus metrics of one process, beside the counters that `registry` has already. Times are in seconds. */
export function openMetrics(registry: Registry, parts: Parts) {
  const { timeOf, observe } = openRequestTimes(registry)
  addProcessGauges(registry, parts)
  const refreshDatabase = openDatabaseGauges(registry, parts)
  return {
    timeOf,
    observe,
    /** In the text format of Prometheus; never fails, and is there within two seconds and a little. */
    text: async () => {
      await refreshDatabase()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
