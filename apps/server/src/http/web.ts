import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyHelmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takesGzip } from './fast-path.ts'
import { PAGE_HEADERS, setHeaders } from './security-headers.ts'

const NONCE = '__NONCE__'

const compress = promisify(gzip)

/**
 * Serves the web app: hashed files to be cached for a year, the page with a new nonce each time. Unknown URLs
 * get the page, which shows its own not-found screen.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, isSecure: boolean): Promise<void> {
  const pageFile = path.join(webDir, 'index.html')
  if (!existsSync(pageFile))
    throw new Error(`The web app is not built: ${pageFile} is missing. Run: npm run build`)
  const page = readFileSync(pageFile, 'utf8')
  await app.register(async (scope) => {
    // Removes the content security policy of the API, which forbids scripts and pictures; the page gets its
    // own below.
    scope.addHook('onRequest', (request, reply, done) => {
      if (!isPageAddress(request)) return done()
      reply.raw.removeHeader('content-security-policy')
      setHeaders(reply.raw, PAGE_HEADERS)
      done()
    })
    await scope.register(fastifyHelmet, { enableCSPNonces: false, ...HELMET_OPTIONS })
    await scope.register(fastifyStatic, {
      root: path.join(webDir, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
    })
    scope.get('/licenses.txt', (_, reply) =>
      reply.sendFile('licenses.txt', webDir, { immutable: false, maxAge: 0 }),
    )
    const sendPage = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
      const nonce = randomBytes(16).toString('base64')
      const text = page.replaceAll(NONCE, nonce)
      reply
        .code(status)
        .header('content-security-policy', policy(nonce, isSecure))
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept-Encoding')
        .type('text/html; charset=utf-8')
      if (!takesGzip(request.headers['accept-encoding'])) return reply.send(text)
      // Safe from BREACH: the page repeats nothing of the request, and its only secret, the nonce, is used once.
      return reply.header('content-encoding', 'gzip').send(await compress(text))
    }
    scope.get('/*', (request, reply) => {
      if (!isPageAddress(request)) return reply.callNotFound()
      if (!isFileName(request)) return sendPage(request, reply, 200)
      // A browser gets the not-found screen; a program gets a plain 404.
      return asksForPage(request) ? sendPage(request, reply, 404) : reply.callNotFound()
    })
  })
}

/**
 * Whether a page of the web app may answer the request: a GET or HEAD outside the API and the demo sign-in.
 */
export const isPageAddress = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|idp|auth)([/?]|$)/.test(url)

/** Whether the path cannot be a screen: a hidden file, or the assets folder. */
function isFileName(request: FastifyRequest): boolean {
  const { '*': path = '' } = request.params as { '*'?: string }
  return path === 'assets' || path.split(/[/\\]/).some((part) => part.startsWith('.'))
}

const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

const policy = (nonce: string, isSecure: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

const HELMET_OPTIONS = {
  contentSecurityPolicy: false as const, // sendPage sets it with a nonce
  strictTransportSecurity: false as const, // `mount` sets it on every answer
  xFrameOptions: false as const, // PAGE_HEADERS sets a stricter value
  referrerPolicy: { policy: 'same-origin' as const },
  crossOriginOpenerPolicy: { policy: 'same-origin' as const },
}
