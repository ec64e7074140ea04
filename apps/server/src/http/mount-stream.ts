import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TimeOf } from '../metrics/request-times.ts'
import type { Call, Route, Session } from './call.ts'
import type { Incoming } from './caller.ts'
import { type DoorServices, pass } from './door.ts'
import type { FastPath } from './fast-path.ts'
import type { Gate } from './gate.ts'
import { type SecurityHeaders, setHeaders } from './security-headers.ts'
import { endTracedRequest } from './trace-requests.ts'

type StreamSite = {
  services: DoorServices & { timeOf: TimeOf; fastPath: Pick<FastPath, 'learn'>; headers: SecurityHeaders }
  gate: Gate
  address: string
}

/** Begins an answer that lasts. If every signed-in person may have it, its URL is then on the fast path. */
export function stream(route: Extract<Route, { kind: 'stream' }>, { services, gate, address }: StreamSite) {
  const { endpoint } = route
  const time = services.timeOf(endpoint.method, address)
  const open = (session: Session, response: ServerResponse) => {
    if (!gate.takeStream(session, response)) return false
    setHeaders(response, services.headers)
    route.open(session, response)
    return true
  }
  return async (request: FastifyRequest, reply: FastifyReply, incoming: Incoming) => {
    const handle = async (call: Call) => {
      reply.hijack()
      route.open(call.session(), reply.raw)
      return ''
    }
    await pass(services, { endpoint, incoming }, { handle })
    endTracedRequest(request.raw)
    if (endpoint.access.by === 'session')
      services.fastPath.learn(request.url, { kind: 'stream', open, time, route: address })
  }
}
