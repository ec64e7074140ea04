import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { listeningTracer, type Span } from '../process/tracing.ts'
import { pathOf } from './path-without-secrets.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Requested every few seconds by load balancers and monitors. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const LONGEST_PATH = 300

const spans = new WeakMap<IncomingMessage, Span>()

/**
 * One span for each request, in which the request is handled; the listener itself if nobody listens. Has no query string,
 * header, body, cookie or address of the caller.
 */
export function traceRequests(listener: RequestListener): RequestListener {
  const tracer = listeningTracer()
  if (!tracer) return listener
  return (request, response) => {
    const path = pathOf(request.url ?? '')
    if (PROBES.has(path)) return listener(request, response)
    const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER'
    const { traceparent } = request.headers
    const span = tracer.start({
      name: method === '_OTHER' ? 'HTTP' : method,
      kind: 'server',
      parent: null,
      sentParent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': method, 'url.path': path.slice(0, LONGEST_PATH) },
    })
    spans.set(request, span)
    response.once('close', () => {
      const { headersSent, statusCode, writableFinished } = response
      if (headersSent) span.set({ 'http.response.status_code': statusCode })
      if (headersSent && statusCode >= 500) span.fail(String(statusCode))
      else if (!writableFinished) span.fail('connection_closed')
      span.end()
    })
    span.run(() => listener(request, response))
  }
}

/** Names the spans of an app's requests after their routes. */
export function nameTracedRequests(app: FastifyInstance): void {
  if (!listeningTracer()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const span = spans.get(request.raw)
    const { url } = request.routeOptions
    if (url !== undefined) nameSpan(span, request.method, url)
    span?.set({ 'aviary.request_id': request.id })
    done()
  })
}

const nameSpan = (span: Span | undefined, method: string, route: string) => {
  span?.name(`${method} ${route}`)
  span?.set({ 'http.route': route })
}

/** For an answer that is sent without the app. */
export function nameTracedRequest(request: IncomingMessage, route: string): void {
  if (listeningTracer()) nameSpan(spans.get(request), request.method ?? '', route)
}

/** For an answer that lasts as long as a page is open. */
export function endTracedRequest(request: IncomingMessage): void {
  const span = listeningTracer() && spans.get(request)
  span?.set({ 'http.response.status_code': 200 })
  span?.end()
}

/** Of the trace of a request, also after it has been handled; undefined if there is none. */
export const traceIdOf = (request: IncomingMessage): string | undefined =>
  listeningTracer() && spans.get(request)?.traceId
