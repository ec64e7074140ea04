import { setTimeout } from 'node:timers/promises'
import * as endpoints from '@aviary/contract/operations/endpoints'
import type { Db } from '../../database/open.ts'
import { Reply, type Route, serve } from '../../http/call.ts'
import * as queries from './queries.ts'

/**
 * Time limit of a readiness check; a load balancer that gets no answer treats a slow server like a dead one.
 */
const ANSWERS_WITHIN_MS = 3_000

type Parts = {
  version: string
  openApi: () => Record<string, unknown>
  metrics: { read: (accept: string | undefined) => Promise<{ text: string; contentType: string }> }
  isListening: () => boolean
  isStopping: () => boolean
}

export function operationsRoutes(parts: Parts): Route[] {
  return [
    serve(endpoints.getHealth, async () => ({ status: 'ok' as const, version: parts.version })),

    serve(endpoints.getReadiness, async ({ db }) => {
      const fault = await findFault(db)
      const reason = parts.isStopping() ? ('stopping' as const) : fault
      const answer = {
        status: reason ? ('not ready' as const) : ('ready' as const),
        database: fault === undefined,
        changes: parts.isListening(),
        ...(reason ? { reason } : {}),
      }
      return new Reply(answer, { status: reason ? 503 : 200 })
    }),

    serve(endpoints.getMetrics, async ({ headers }) => {
      const { text, contentType } = await parts.metrics.read(headers.accept)
      return new Reply(text, { headers: { 'content-type': contentType } })
    }),

    serve(endpoints.getOpenApi, async () => ({ openapi: '3.1.0', ...parts.openApi() })),
  ]
}

/** Why the database cannot be written; undefined if it can. */
async function findFault(db: Db) {
  const check = queries.acceptsWrites(db).then(
    (accepts) => (accepts ? undefined : ('the database accepts no writes' as const)),
    () => 'the database cannot be reached' as const, // the pool logs why
  )
  const timeout = setTimeout(ANSWERS_WITHIN_MS, 'the database cannot be reached' as const, { ref: false })
  return Promise.race([check, timeout])
}
