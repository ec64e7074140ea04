import type { ServerResponse } from 'node:http'
import type { Call, Route, Session } from './call.ts'
import { pass } from './door.ts'
import type { Gate } from './gate.ts'
import { addressOnServer, type Handler, type HttpServices } from './mount.ts'
import { setHeaders } from './security-headers.ts'
import { endTracedRequest } from './trace-requests.ts'

/** Begins an answer that lasts. If every signed-in person may have it, its URL is then on the fast path. */
export function stream(
  route: Extract<Route, { kind: 'stream' }>,
  { services, gate }: { services: HttpServices; gate: Gate },
): Handler {
  const { endpoint } = route
  const address = addressOnServer(endpoint)
  const time = services.timeOf(endpoint.method, address)
  const open = (session: Session, response: ServerResponse) => {
    if (!gate.takeStream(session, response)) return false
    setHeaders(response, services.headers)
    route.open(session, response)
    return true
  }
  return async (request, reply, incoming) => {
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
