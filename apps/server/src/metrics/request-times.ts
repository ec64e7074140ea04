import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Records one answer of a route: its status and duration in seconds. */
export type Time = (status: number, seconds: number) => void

export type TimeOf = (method: string, route: string) => Time

/** Measures answers by route. Looks up a route's metrics once, not for each answer. */
export function openRequestTimes(registry: Registry) {
  const duration = new Histogram({
    name: 'aviary_http_request_duration_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const timeOf: TimeOf = (method, route) => {
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
  /** Measures every route that the framework answers; call before routes are added. */
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
  return { timeOf, observe }
}
