import type { FastifyRequest } from 'fastify'
import type { Incoming } from './caller.ts'
import { networkOf } from './network.ts'

/** A request as the door reads it; its body follows. */
export const incomingOf = (request: FastifyRequest): Incoming => ({
  headers: request.headers,
  params: request.params,
  query: request.query,
  rawBody: undefined,
  requestId: request.id,
  network: networkOf(request.ip),
})
