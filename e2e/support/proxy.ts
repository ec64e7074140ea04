import { once } from 'node:events'
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

const CHECK_INTERVAL_MS = 150
/** Long, because on a busy machine a living process may take seconds to answer. */
const CHECK_TIMEOUT_MS = 10_000
/**
 * Methods whose requests are sent to another server if the connection breaks, as nginx does. Requests with
 * other methods are sent again only if a server refuses the connection.
 */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

type Upstream = { url: string; agent: Agent; isUp: boolean; isGone: boolean }

/** A request that failed for its client, and the process that handled it. */
export type Broken = { method: string; path: string; upstream: string; reason: string }

export type RunningProxy = {
  url: string
  broken: Broken[]
  /** Adds a server; resolves when it is ready. */
  add: (url: string) => Promise<void>
  remove: (url: string) => void
  /** Number of requests per process. */
  counts: Map<string, number>
  close: () => Promise<void>
}

/**
 * A proxy before several processes, as operators run it: checks /readyz, uses the processes in turn, keeps
 * connections open.
 */
export async function startProxy(): Promise<RunningProxy> {
  const upstreams: Upstream[] = []
  const broken: Broken[] = []
  const counts = new Map<string, number>()
  let turn = 0

  const next = (tried: Set<Upstream>): Upstream | undefined => {
    const free = upstreams.filter((upstream) => upstream.isUp && !tried.has(upstream))
    turn += 1
    return free[turn % free.length]
  }

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = Buffer.concat(await incoming.toArray())
    const { method = '', url: path = '' } = incoming
    const tried = new Set<Upstream>()
    for (let to = next(tried); to; to = next(tried)) {
      tried.add(to)
      counts.set(to.url, (counts.get(to.url) ?? 0) + 1)
      const fail = (reason: string) => broken.push({ method, path, upstream: to.url, reason })
      const answer = await forward(to, { incoming, outgoing, body }).catch(
        (error: NodeJS.ErrnoException) => error,
      )
      if (outgoing.destroyed) return
      if (answer instanceof Error) {
        to.isUp = false // until a check finds it ready again
        if (answer.code === 'ECONNREFUSED' || REPEATABLE.has(method)) continue
        fail(answer.code ?? answer.message)
        outgoing.writeHead(502).end()
        return
      }
      if (answer.statusCode === 502 || answer.statusCode === 503) fail(`answered ${answer.statusCode}`)
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders))
      outgoing.flushHeaders()
      const isLeft = await pipeline(answer, outgoing).then(
        () => false,
        () => answer.errored === null || outgoing.closed,
      )
      if (answer.errored && !isLeft) fail('cut in the middle of its answer')
      return
    }
    broken.push({ method, path, upstream: 'none', reason: 'nobody is there' })
    outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => {
      if (!incoming.destroyed) broken.push({ method: '', path: '', upstream: 'proxy', reason: String(error) })
      outgoing.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const watch = async (upstream: Upstream) => {
    while (!upstream.isGone) {
      upstream.isUp = await isReady(upstream.url)
      await pause(CHECK_INTERVAL_MS, undefined, { ref: false })
    }
  }

  const remove = (url: string) => {
    const index = upstreams.findIndex((upstream) => upstream.url === url)
    const [gone] = index < 0 ? [] : upstreams.splice(index, 1)
    if (!gone) return
    gone.isGone = true
    gone.agent.destroy()
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken,
    counts,
    add: async (url) => {
      const upstream = { url, agent: new Agent({ keepAlive: true }), isUp: false, isGone: false }
      upstreams.push(upstream)
      void watch(upstream)
      while (!upstream.isUp) await pause(20)
    },
    remove,
    close: async () => {
      for (const { url } of [...upstreams]) remove(url)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type ProxiedRequest = { incoming: IncomingMessage; outgoing: ServerResponse; body: Buffer }

/** Sends the request to one process. Resolves once the answer's head has arrived; the body may still break off. */
function forward(
  { url, agent }: Upstream,
  { incoming, outgoing, body }: ProxiedRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
    const request = ask(new URL(incoming.url ?? '/', url), {
      method,
      agent,
      headers: {
        ...sent,
        ...(body.length > 0 ? { 'content-length': body.length } : {}),
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'http',
      },
    })
    outgoing.once('close', () => request.destroy())
    request.on('response', resolve).on('error', reject)
    request.end(body)
  })
}

function endToEnd(raw: readonly string[]): string[] {
  const headers: string[] = []
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2)
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}

async function isReady(url: string): Promise<boolean> {
  try {
    const check = ask(`${url}/readyz`, { agent: false, timeout: CHECK_TIMEOUT_MS })
    check.once('timeout', () => check.destroy())
    check.end()
    const [answer] = (await once(check, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}
