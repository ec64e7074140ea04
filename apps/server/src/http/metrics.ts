import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Notes one answer of a route: its status, and how long it took in seconds. */
export type Time = (status: number, seconds: number) => void

export type Metrics = ReturnType<typeof openMetrics>

type Counts = { pages: () => number; databaseTaken: () => number }

/** Prometheus metrics of this process. Times are in seconds. */
export function openMetrics(counts: Counts) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'aviary_' })
  const duration = new Histogram({
    name: 'aviary_http_request_duration_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'aviary_webhooks_refused_total',
    help: 'Webhooks that were refused, by sender',
    labelNames: ['sender'] as const,
    registers: [registry],
  })
  const refusedRecords = new Counter({
    name: 'aviary_refused_records_total',
    help: 'Alerts, events and records that were not taken in, or not whole, by source',
    labelNames: ['source'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'aviary_open_pages',
    help: 'Pages that listen for changes (server-sent events)',
    registers: [registry],
    collect() {
      this.set(counts.pages())
    },
  })
  new Counter({
    name: 'aviary_database_queries_total',
    help: 'How often a database connection was taken: once a query, once a transaction',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(counts.databaseTaken())
    },
  })
  /** What one route needs is looked up once, not at each answer. */
  const timeOf = (method: string, route: string): Time => {
    const children = new Map<number, { observe: (seconds: number) => void }>()
    return (status, seconds) => {
      const statusClass = Math.floor(status / 100)
      let child = children.get(statusClass)
      if (!child) {
        child = duration.labels({ method, route, status: `${statusClass}xx` })
        children.set(statusClass, child)
      }
      child.observe(seconds)
    }
  }
  /** Times every route that the framework answers; to be called before routes are added. */
  const observe = (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      const times = new Map([route.method].flat().map((method) => [method, timeOf(method, route.url)]))
      route.onResponse = [
        (request, reply, done) => {
          times.get(request.method)?.(reply.statusCode, reply.elapsedTime / 1000)
          done()
        },
        ...[route.onResponse ?? []].flat(),
      ]
    })
  }
  return {
    observe,
    timeOf,
    refused,
    refusedRecords,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
