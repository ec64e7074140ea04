import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { traceIdOf } from '../http/trace-requests.ts'
import type { Exemplars } from './open-metrics.ts'

const NAME = 'aviary_http_request_duration_seconds'
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2, 10]

/** Records one answer of a route: its status, its duration in seconds, and its trace if it has one. */
export type Time = (status: number, seconds: number, traceId?: string) => void

export type TimeOf = (method: string, route: string) => Time

/** Measures answers by route. Looks up a route's metrics once, not for each answer. */
export function openRequestTimes(registry: Registry) {
  const duration = new Histogram({
    name: NAME,
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  const exemplars: Exemplars = new Map()
  const timeOf: TimeOf = (method, route) => {
    const children = new Map<number, { observe: (seconds: number) => void }>()
    return (status, seconds, traceId) => {
      const statusClass = Math.floor(status / 100)
      let child = children.get(statusClass)
      if (!child) {
        child = duration.labels({ method, route, status: `${statusClass}xx` })
        children.set(statusClass, child)
      }
      child.observe(seconds)
      if (traceId === undefined) return
      const bucket = BUCKETS.find((most) => seconds <= most) ?? '+Inf'
      const labels = `le="${bucket}",method="${method}",route="${route}",status="${statusClass}xx"`
      exemplars.set(`${NAME}_bucket{${labels}}`, { traceId, seconds })
    }
  }
  /** Measures every route that the framework answers; call before routes are added. */
  const observe = (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      const times = new Map([route.method].flat().map((method) => [method, timeOf(method, route.url)]))
      route.onResponse = [
        (request, reply, done) => {
          const traceId = traceIdOf(request.raw)
          times.get(request.method)?.(reply.statusCode, reply.elapsedTime / 1000, traceId)
          done()
        },
        ...[route.onResponse ?? []].flat(),
      ]
    })
  }
  return { timeOf, observe, exemplars }
}
