import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
  /** Times every route; to be called before routes are added. What a route needs is looked up once, not at each answer. */
  const observe = (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      const timers = new Map<number, (seconds: number) => void>()
      const timerOf = (method: string, statusClass: number) => {
        const known = timers.get(statusClass)
        if (known) return known
        const child = duration.labels({ method, route: route.url, status: `${statusClass}xx` })
        const made = (seconds: number) => child.observe(seconds)
        timers.set(statusClass, made)
        return made
      }
      route.onResponse = [
        (request, reply, done) => {
          timerOf(request.method, Math.floor(reply.statusCode / 100))(reply.elapsedTime / 1000)
          done()
        },
        ...[route.onResponse ?? []].flat(),
      ]
    })
  }
  return { observe, refused, text: () => registry.metrics(), contentType: registry.contentType }
}
