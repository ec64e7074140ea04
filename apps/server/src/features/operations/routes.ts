import { getHealth, getMetrics, getOpenApi, getReadiness } from '@aviary/contract/operations/endpoints'
import { Reply, type Route, serve } from '../../http/call.ts'
import { findNothing } from './queries.ts'

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
      const database = await findNothing(db).then(
        () => true,
        () => false, // the answer says so, and the pool logs why
      )
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
