import { getServiceToken } from '@aviary/contract/administration/service-token-endpoints'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Ask, Asked, openAssistant } from './features/assistant/public.ts'
import type { Bodies } from './http/bodies.ts'
import { Forbidden } from './http/errors.ts'
import { addressOnServer } from './http/mount.ts'
import { VERSION } from './process/version.ts'

const PATH = '/mcp'
/** Bytes. What an assistant asks is short. */
const LARGEST_BODY = 64 * 1024

type AssistantParts = { bodies: Bodies; clock: Clock; publicUrl: string; log: FastifyBaseLogger }
type Assistant = ReturnType<typeof openAssistant>

/**
 * Serves the Model Context Protocol to assistants with a service token. Each tool makes calls as everybody does, with
 * that token: what the calls refuse, and how many there may be, goes for assistants too.
 */
export function mountAssistant(
  app: FastifyInstance,
  { bodies, clock, publicUrl, log }: AssistantParts,
): void {
  let loading: Promise<{ assistant: Assistant; Refused: new (message: string) => Error }> | undefined
  // The library takes 40 MB, so that it is loaded by the first request.
  const load = () => {
    loading ??= import('./features/assistant/public.ts').then(({ openAssistant, Refused }) => ({
      assistant: openAssistant({
        ...{ version: VERSION, clock },
        onError: (error) => log.warn({ err: error }, 'a request of an assistant failed'),
      }),
      Refused,
    }))
    return loading
  }
  const { origin } = new URL(publicUrl)
  const send = <E extends Endpoint>(request: FastifyRequest, endpoint: E, asked: Asked = {}) => {
    const { params = {}, query = {}, body } = asked
    const { authorization } = request.headers
    const path = addressOnServer(endpoint).replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    return app.inject({
      ...{ method: endpoint.method, url: path, query, remoteAddress: request.ip },
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // A page of another site must not use what a browser on this network can reach.
    if (request.headers.origin !== undefined && request.headers.origin !== origin)
      throw new Forbidden('Assistants may not call from pages of other sites')
    const token = await send(request, getServiceToken)
    if (token.statusCode !== 200) return passOn(reply, token)
    const { name, scopes } = token.json<AnswerOf<typeof getServiceToken>>()
    const { assistant, Refused } = await load()
    const ask: Ask = async (endpoint, asked) => {
      const response = await send(request, endpoint, asked)
      if (response.statusCode !== 200) throw new Refused(response.json<{ detail: string }>().detail)
      return response.json()
    }
    const client = { name: `token ${name}`, isKnown: true }
    const body = await bodies.read(request.raw, { limit: LARGEST_BODY, client })
    try {
      const response = await assistant.answer(toRequest(request, publicUrl, body.bytes), {
        name,
        scopes,
        ask,
      })
      for (const [header, value] of response.headers) reply.header(header, value)
      return reply
        .code(response.status)
        .header('cache-control', 'no-store')
        .send(Buffer.from(await response.arrayBuffer()))
    } finally {
      body.free()
    }
  }
  app.route({ method: ['GET', 'POST', 'DELETE'], url: PATH, handler: answer })
  app.addHook('onClose', async () => (await loading)?.assistant.close())
}

type Answered = Awaited<ReturnType<FastifyInstance['inject']>>

/** Why a token is refused, as the call said it. */
function passOn(reply: FastifyReply, { statusCode, headers, payload }: Answered): FastifyReply {
  if (statusCode === 401) reply.header('www-authenticate', 'Bearer')
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  return reply.code(statusCode).type('application/problem+json; charset=utf-8').send(payload)
}

function toRequest({ method, headers }: FastifyRequest, publicUrl: string, bytes: Buffer): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !HOP_BY_HOP.has(name)) sent.set(name, value)
  const hasBody = method === 'POST'
  return new Request(publicUrl + PATH, {
    method,
    headers: sent,
    ...(hasBody && { body: new Uint8Array(bytes) }),
  })
}

/** Of the connection, and the secret, which nothing behind here needs. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'host',
  'authorization',
])
