import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** Hands everything below `prefix` to a handler of Node's own kind, its body unread. */
export function mountBelow(app: FastifyInstance, prefix: string, answer: Answer): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${prefix}/*`, async (request, reply) => {
      reply.hijack()
      try {
        await answer(request.raw, reply.raw, request.url.slice(prefix.length))
      } catch (error) {
        request.log.error({ err: error, request_id: request.id }, 'sign-in provider failed')
        if (!reply.raw.headersSent) reply.raw.writeHead(500)
        reply.raw.end()
      }
    })
  })
}
