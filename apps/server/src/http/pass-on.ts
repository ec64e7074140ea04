import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { reasonIn, toProblem } from './errors.ts'
import { problemHeaders } from './mount.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** Passes all requests below `prefix` to a plain Node handler, with the body unread. */
export function mountBelow(app: FastifyInstance, prefix: string, answer: Answer): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${prefix}/*`, async (request, reply) => {
      reply.hijack()
      try {
        await answer(request.raw, reply.raw, request.url.slice(prefix.length))
      } catch (error) {
        const problem = toProblem(error, request.id)
        const line = { request_id: request.id }
        if (problem.status === 503)
          request.log.warn({ ...line, reason: reasonIn(error) }, 'sign-in provider failed')
        else request.log.error({ ...line, err: error }, 'sign-in provider failed')
        const headers = { 'content-type': 'text/plain; charset=utf-8', ...problemHeaders(error, problem) }
        if (!reply.raw.headersSent) reply.raw.writeHead(problem.status, headers).write(problem.detail)
        reply.raw.end()
      }
    })
  })
}
