import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takesGzip } from './fast-path.ts'
import { PAGE_HEADERS, setHeaders } from './security-headers.ts'

/** A file of the status page. `etag` changes with its content. */
export type ServedFile = {
  type: string
  etag: string
  /** Its name changes with its content, so that it may be kept for ever. */
  isHashed?: boolean
  /** Scripts on pages of other sites may read it. */
  isShared?: boolean
  plain: Buffer
  gzipped: Buffer
}

type Serving = {
  /** A file by its name below the root, such as `de/index.html`; undefined if there is none, or none yet. */
  find: (name: string) => Promise<ServedFile | undefined>
  isSecure: boolean
  /** Where the form for mails is sent; null if there is none. */
  subscribeUrl: string | null
}

/** Short, so that news are seen soon; proxies may go on with the old for a day while this server is away. */
const CACHED = 'public, max-age=15, s-maxage=15, stale-while-revalidate=60, stale-if-error=86400'
const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'

export const statusPolicy = ({ isSecure, subscribeUrl }: Omit<Serving, 'find'>): string =>
  [
    "default-src 'none'",
    ...[
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self'${subscribeUrl === null ? '' : ` ${subscribeUrl}`}`,
    ],
    ...["base-uri 'none'", `form-action ${subscribeUrl ?? "'none'"}`, "frame-ancestors 'none'"],
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Serves files to anybody, from memory alone. Nothing of a request but its path and a few headers is looked at. */
export async function serveStatusPage(
  app: FastifyInstance,
  path: string,
  { find, ...serving }: Serving,
): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply, found: Pick<Found, 'file' | 'status'>) =>
    sendStatusFile(request, reply, { ...found, policy: statusPolicy(serving), cached: CACHED })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [address = ''] = request.url.split('?')
    const name = address.slice(path.length + 1)
    if (!address.startsWith(`${path}/`)) return reply.redirect(`${path}/`, 301)
    const file = await find(name === '' || name.endsWith('/') ? `${name}index.html` : name)
    if (file) return send(request, reply, { file, status: 200 })
    // Links of a page are relative, so that its address must end with a slash.
    if (await find(`${name}/index.html`)) return reply.redirect(`${address}/`, 301)
    const [locale = ''] = name.split('/')
    const missing = (await find(`${locale}/404.html`)) ?? (await find('404.html'))
    if (missing) return send(request, reply, { file: missing, status: 404 })
    return reply
      .code(503)
      .header('retry-after', '5')
      .type('text/plain')
      .send('The status is not known yet.\n')
  }
  for (const url of [path, `${path}/*`]) app.route({ method: 'GET', url, handler: answer })
}

type Found = { file: ServedFile; status: 200 | 404; policy: string; cached: string }

/** Sends a file, or 304 if the caller has it. */
export function sendStatusFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, status, policy, cached }: Found,
): FastifyReply {
  reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', file.isHashed ? CACHED_FOR_EVER : cached)
    .header('vary', 'Accept-Encoding')
    .header('etag', file.etag)
    .type(file.type)
  if (file.isShared) reply.header('access-control-allow-origin', '*')
  setHeaders(reply.raw, PAGE_HEADERS)
  if (status === 200 && request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(file.plain)
  return reply.header('content-encoding', 'gzip').send(file.gzipped)
}
