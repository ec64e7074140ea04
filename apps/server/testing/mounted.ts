import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { openChanges } from '../src/database/changes.ts'
import { createAudit } from '../src/features/audit/public.ts'
import { getAnswer, getAnswerOrReserveKey, saveAnswer } from '../src/features/operations/public.ts'
import { openServiceTokens } from '../src/features/session/service-tokens.ts'
import { openSessions } from '../src/features/session/sessions.ts'
import { openBodies } from '../src/http/bodies.ts'
import type { Route } from '../src/http/call.ts'
import { NotSignedIn } from '../src/http/errors.ts'
import { openFastPath } from '../src/http/fast-path.ts'
import { type HttpServices, mount } from '../src/http/mount.ts'
import { securityHeaders } from '../src/http/security-headers.ts'
import { SHARES } from '../src/http/shares.ts'
import { openSpool } from '../src/http/spool.ts'
import type { TestApp } from './app.ts'

/** Serves a test's own routes with the real checks (`http/door.ts`), and the database and people of `server`. */
export async function openMounted(
  server: TestApp,
  routes: Route[],
  instead: Partial<HttpServices> = {},
): Promise<{ app: FastifyInstance; url: string; close: () => Promise<void> }> {
  const onError = (error: unknown) => void server.errors.push(String(error))
  const changes = await openChanges(server.databaseUrl, onError)
  const sessions = openSessions({ db: server.db, clock: server.now, changes, isSecure: false, onError })
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, genReqId: () => crypto.randomUUID() })
  await mount(app, routes, {
    db: server.db,
    clock: server.now,
    changes,
    findSession: sessions.find,
    timeOf: () => () => {},
    fastPath: openFastPath({ clock: server.now, peekSession: sessions.peek }),
    headers: securityHeaders(false),
    spool: openSpool(path.join(tmpdir(), 'aviary-uploads')),
    findToken: openServiceTokens(server.db, server.now),
    shares: SHARES,
    bodies: openBodies(SHARES),
    requireSignature: () => {},
    checkSignature: () => Promise.reject(new NotSignedIn('The signature is missing')),
    createAudit: createAudit,
    findAnswer: getAnswer,
    findAnswerBefore: getAnswerOrReserveKey,
    keepAnswer: saveAnswer,
    committed: () => undefined,
    ...instead,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await changes.close()
  }
  return { app, url, close }
}
