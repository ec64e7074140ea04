import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Changes } from './database/changes.ts'
import type { Db } from './database/open.ts'
import {
  answerRefused,
  CUSTOMER_PATH,
  getDevice,
  noteDevice,
  readDeviceCookie,
  readerLocale,
} from './features/customer-links/public.ts'
import { sha256 } from './features/session/public.ts'
import { toProblem } from './http/errors.ts'
import { networkOf } from './http/network.ts'
import { RateLimitStore } from './http/rate-limit-store.ts'
import { setHeaders } from './http/security-headers.ts'
import { sendStatusFile, statusPolicy } from './http/status-page.ts'
import { throttleLog } from './process/throttle-log.ts'

const LOG_INTERVAL_MS = 60_000
/** Requests of a network in a minute; several devices of a customer may share one. */
const REQUESTS_OF_NETWORK = 600
const MINUTE_MS = 60_000
/** When a device last read the page is noted so often. */
const SEEN_MS = 3_600_000
/** Read again each time: a link may have ended since. */
const CACHED = 'private, no-cache'
const HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

type CustomerPagesParts = {
  config: Config
  providerName: string
  isSecure: boolean
  publicUrl: string
  db: Db
  clock: Clock
  changes: Changes
  log: FastifyBaseLogger
}

/** Serves each customer's status page to devices on which its link was opened. */
export function mountCustomerPages(app: FastifyInstance, parts: CustomerPagesParts): void {
  const { db, clock, changes, providerName, isSecure, log } = parts
  const load = async () => {
    const statusPage = await import('./features/status-page/public.ts')
    const settings = { providerName, inner: [parts.publicUrl, parts.config.links.issueTracker] }
    return { ...statusPage, keeper: statusPage.openCompanyKeeper({ db, clock, changes, settings }) }
  }
  let loaded: ReturnType<typeof load> | undefined
  app.addHook('preClose', async () => (await loaded)?.keeper.close())
  const networks = new RateLimitStore()
  const policy = statusPolicy({ isSecure, subscribeUrl: null })
  const onError = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'pages of customers cannot be read'),
  )

  const refuse = (why: 'closed' | 'away', request: FastifyRequest, reply: FastifyReply) => {
    const headers = { 'cache-control': 'no-store', ...(why === 'away' && { 'retry-after': '60' }) }
    const locale = readerLocale(request.headers['accept-language'])
    const page = answerRefused(why, { locale, providerName, headers })
    return reply.code(page.status).headers(page.headers).send(page.body)
  }

  const findCompany = async (request: FastifyRequest) => {
    const cookie = readDeviceCookie(request.headers.cookie, isSecure)
    if (cookie === undefined) return undefined
    const now = clock()
    const device = await getDevice(db, sha256(cookie), now)
    // Not waited for: who may read goes on reading while nothing can be written.
    if (device && now.getTime() - device.lastSeenAt.getTime() > SEEN_MS)
      noteDevice(db, sha256(cookie), now).catch(onError)
    return device?.company
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [address = ''] = request.url.split('?')
    if (!address.startsWith(`${CUSTOMER_PATH}/`)) return reply.redirect(`${CUSTOMER_PATH}/`, 301)
    setHeaders(reply.raw, HEADERS)
    if (networks.count(networkOf(request.ip), MINUTE_MS).current > REQUESTS_OF_NETWORK)
      return reply.code(429).header('retry-after', '60').type('text/plain').send('Too many requests.\n')
    loaded ??= load()
    loaded.catch(() => {
      loaded = undefined
    })
    const { keeper, findAsset, renderCompanyFile, toSent } = await loaded
    const sent = (file: Parameters<typeof toSent>[0], status: 200 | 404) =>
      toSent(file).then((ready) =>
        sendStatusFile(request, reply, { file: ready, status, policy, cached: CACHED }),
      )
    const name = address.slice(CUSTOMER_PATH.length + 1)
    const asset = findAsset(name)
    if (asset) return sent(asset, 200)
    const company = await findCompany(request)
    if (!company) return refuse('closed', request, reply)
    const status = await keeper.read(company)
    const reading = { company, now: clock(), base: `${CUSTOMER_PATH}/` }
    const fileName = name === '' || name.endsWith('/') ? `${name}index.html` : name
    const { file, isFound } = renderCompanyFile(status, fileName, reading)
    // Links of a page are relative, so that its address must end with a slash.
    if (!isFound && renderCompanyFile(status, `${name}/index.html`, reading).isFound)
      return reply.redirect(`${address}/`, 301)
    return sent(file, isFound ? 200 : 404)
  }

  const answerOrExplain = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply).catch((error: unknown) => {
      if (toProblem(error, request.id).status < 500) throw error
      onError(error)
      return refuse('away', request, reply)
    })
  for (const url of [CUSTOMER_PATH, `${CUSTOMER_PATH}/*`])
    app.route({ method: 'GET', url, handler: answerOrExplain })
}
