import { setTimeout } from 'node:timers/promises'
import { getHealth, getMetrics, getOpenApi, getReadiness } from '@aviary/contract/operations/endpoints'
import { Reply, type Route, serve } from '../../http/call.ts'
import { findNothing } from './queries.ts'

/** A load balancer that gets no answer cannot tell a slow server from a dead one. */
const ANSWERS_WITHIN_MS = 3_000

type Parts = {
  version: string
  openApi: () => Record<string, unknown>
  metrics: { text: () => Promise<string>; contentType: string }
  isListening: () => boolean
  isStopping: () => boolean
}

export function operationsRoutes(parts: Parts): Route[] {
  return [
    serve(getHealth, async () => ({ status: 'ok' as const, version: parts.version })),

    serve(getReadiness, async ({ db }) => {
      const answered = findNothing(db).then(
        () => true,
        () => false, // the answer says so, and the pool logs why
      )
      const database = await Promise.race([answered, setTimeout(ANSWERS_WITHIN_MS, false, { ref: false })])
      const changes = parts.isListening()
      const isReady = database && !parts.isStopping()
      const status: 'ready' | 'not ready' = isReady ? 'ready' : 'not ready'
      return new Reply({ status, database, changes }, { status: isReady ? 200 : 503 })
    }),

    serve(
      getMetrics,
      async () =>
        new Reply(await parts.metrics.text(), { headers: { 'content-type': parts.metrics.contentType } }),
    ),

    serve(getOpenApi, async () => ({ openapi: '3.1.0', ...parts.openApi() })),
  ]
}
