import { createServer } from 'node:http'
import path from 'node:path'
import { ENDPOINTS } from '@aviary/contract/areas'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Sealer } from './channels/public.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Changes } from './database/changes.ts'
import type { Db, PoolState } from './database/open.ts'
import { administrationRoutes } from './features/administration/routes.ts'
import { createAudit } from './features/audit/public.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { bannerRoutes } from './features/banner/routes.ts'
import { changeRoutes } from './features/changes/routes.ts'
import { channelRoutes } from './features/channels/routes.ts'
import { chartRoutes } from './features/charts/routes.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { correlationRoutes } from './features/correlation/routes.ts'
import { customerLinkRoutes } from './features/customer-links/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { declaredRoutes } from './features/declared/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { followUpRoutes } from './features/follow-ups/routes.ts'
import { impactRoutes } from './features/impact/routes.ts'
import { incidentRoleRoutes } from './features/incident-roles/routes.ts'
import { incidentRoutes } from './features/incidents/routes.ts'
import { maintenanceRoutes } from './features/maintenance/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { getAnswer, getAnswerOrReserveKey, saveAnswer } from './features/operations/public.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { postMortemRoutes } from './features/post-mortems/routes.ts'
import { companyDomainRoutes } from './features/reference/domains/routes.ts'
import { referenceRoutes } from './features/reference/routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { securityRoutes } from './features/security/routes.ts'
import { DEMO_CLIENT_ID, getOrCreateDemoKeys, openDemoProvider } from './features/session/demo/provider.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { openServiceTokens } from './features/session/service-tokens.ts'
import { openSessions } from './features/session/sessions.ts'
import { openSignIn } from './features/session/sign-in.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { subscriberRoutes } from './features/subscribers/routes.ts'
import { subscriptionRequestRoutes } from './features/subscription-requests/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { timelineRoutes } from './features/timeline/routes.ts'
import { openBodies } from './http/bodies.ts'
import { answerBrokenRequests } from './http/broken-requests.ts'
import type { Route } from './http/call.ts'
import { openCallAs } from './http/call-as.ts'
import { openErrorContainment } from './http/contain-errors.ts'
import { type Draining, openDraining } from './http/draining.ts'
import { NotFound } from './http/errors.ts'
import { openFastPath } from './http/fast-path.ts'
import { logAnswers, logsReads } from './http/log.ts'
import { answerError, type HttpServices, mount } from './http/mount.ts'
import { toOpenApi } from './http/openapi.ts'
import { mountBelow } from './http/pass-on.ts'
import { openPush } from './http/push.ts'
import { withRequestLimits } from './http/request-limits.ts'
import { securityHeaders, setHeaders } from './http/security-headers.ts'
import { SHARES } from './http/shares.ts'
import { openSpool } from './http/spool.ts'
import { nameTracedRequests, traceRequests } from './http/trace-requests.ts'
import { isPageAddress, serveWeb } from './http/web.ts'
import { bounceRoute } from './ingest/bounces/route.ts'
import { openRefusals } from './ingest/refusals.ts'
import { ingestRoutes } from './ingest/routes.ts'
import { openSlackRoutes } from './ingest/slack/routes.ts'
import { openSlackApi } from './ingest/slack/slack-api.ts'
import { openSignatures, webhookRoutes } from './ingest/webhooks.ts'
import { locateMailServer } from './mail/public.ts'
import { loadMailNames } from './mail-names.ts'
import { mailSettingsOf } from './mail-settings.ts'
import { type Counters, openCounters } from './metrics/counters.ts'
import { openMetrics } from './metrics/metrics.ts'
import { mountAssistant } from './mount-assistant.ts'
import { mountCustomerPages } from './mount-customer-pages.ts'
import { canSubscribe, mountStatusPage } from './mount-status-page.ts'
import { throttleLog } from './process/throttle-log.ts'
import { VERSION } from './process/version.ts'
import { publicSettings } from './public-settings.ts'
import { openTranslator } from './translate/translate.ts'

export type AppParts = {
  config: Config
  /** Public URL of Aviary, without a trailing slash. */
  publicUrl: string
  db: Db
  /** State of the pool behind `db`. */
  pool: () => PoolState
  changes: Changes
  clock: Clock
  log: FastifyBaseLogger
  /**
   * Answers proxied requests for a while before the server stops; if omitted, the server stops immediately.
   */
  draining?: Draining
  /** Metrics counters shared with background work; if omitted, the server creates its own. */
  counters?: Counters
  /** Encrypts addresses of channels; undefined if there is no key. */
  sealer: Sealer | undefined
  /** Retries work while the database is away; if omitted, work runs once. */
  untilReachable?: <T>(work: () => Promise<T>) => Promise<T>
}

const WARNS_EVERY_MS = 60_000

/** Builds one HTTP server that does not listen yet. `app.close()` lets running requests finish. */
export async function openApp(parts: AppParts): Promise<FastifyInstance> {
  const {
    config,
    publicUrl,
    db,
    changes,
    clock,
    log,
    draining = openDraining(),
    counters = openCounters(),
    untilReachable = (work) => work(),
  } = parts
  const isSecure = publicUrl.startsWith('https:')
  const headers = securityHeaders(isSecure)
  // Throttled, because every request with a session logs this error while the database is unreachable.
  const onError = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'background work failed'),
  )
  const sessions = openSessions({ db, clock, changes, isSecure, onError })
  const fastPath = openFastPath({ clock, peekSession: sessions.peek })
  const contain = openErrorContainment(log)
  const app = Fastify({
    // The fast path (`http/fast-path.ts`) logs nothing, so it is off at log level debug, which logs every read.
    serverFactory: (handle) => {
      const listener = logsReads(log) ? handle : fastPath.before(handle, () => server.listening)
      const server = withRequestLimits(createServer(contain(traceRequests(listener))))
      draining.watch(server)
      return server
    },
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger per request: it costs more than sending a cached answer, and most requests log nothing.
    // Log lines carry the request id instead.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: answerBrokenRequests(headers),
    // Errors before a route is found. A malformed page URL is treated as not found.
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply.raw, headers)
      return isPageAddress(request) ? reply.redirect('/not-found') : answerError(error, request, reply)
    },
  })
  app.addHook('preClose', () => {
    push.close()
    return draining.close()
  })
  const push = openPush(changes)
  const metrics = openMetrics(counters.registry, {
    ...{ openPages: push.count, isListening: changes.isLive, pool: parts.pool, db, clock },
    mailServer: locateMailServer(config.mail.smtpUrl),
    onError: throttleLog(WARNS_EVERY_MS, (error: unknown) =>
      log.warn({ err: error }, 'the metrics of the database are not read'),
    ),
  })
  metrics.observe(app)
  logAnswers(app)
  nameTracedRequests(app)

  const signIn = openSignIn({
    ...(config.oidc ?? { issuer: `${publicUrl}/idp`, clientId: DEMO_CLIENT_ID }),
    publicUrl,
  })
  const settings = {
    ...mailSettingsOf(config, publicUrl),
    translate: openTranslator(config.translate, { log }),
  }
  const customerPages = {
    site: config.customerSite,
    providerName: config.providerName,
    isSecure: config.customerSite?.startsWith('https:') === true,
  }
  const refusals = openRefusals({ log, count: counters.recordsRefused })
  const { botToken: slackBotToken, reaction } = config.slack
  const slack = openSlackRoutes({
    callAs: (caller) => openCallAs(services, routes)(caller),
    ...{ site: publicUrl, rules: config.channels, log },
    reactions:
      slackBotToken === undefined
        ? undefined
        : { name: reaction, api: openSlackApi(slackBotToken, config.channels) },
  })
  app.addHook('onClose', slack.settled)
  let openApi: ReturnType<typeof toOpenApi> | undefined
  const routes: Route[] = [
    ...sessionRoutes(signIn, { isSecure, log, changes, administrators: config.administrators }),
    ...referenceRoutes(publicSettings(config, publicUrl)),
    ...companyDomainRoutes(config.mail.internalDomains),
    ...statusRoutes,
    ...incidentRoutes(config.tracker?.url),
    ...declaredRoutes(settings),
    ...customerRoutes,
    ...customerLinkRoutes(customerPages),
    ...messageRoutes(settings),
    ...reminderRoutes,
    ...incidentRoleRoutes,
    ...followUpRoutes(config.tracker?.url),
    ...postMortemRoutes(settings),
    ...deliveryRoutes(settings, log),
    ...channelRoutes({
      rules: config.channels,
      sealer: parts.sealer,
      providerName: config.providerName,
    }),
    ...templateRoutes,
    ...maintenanceRoutes(settings),
    ...notificationRoutes(settings),
    ...subscriptionRoutes(settings),
    ...subscriptionRequestRoutes(settings, canSubscribe(config)),
    ...timelineRoutes,
    ...changeRoutes,
    ...correlationRoutes,
    ...impactRoutes,
    ...chartRoutes,
    ...administrationRoutes(config.oidc?.groupsClaim),
    ...setupRoutes({
      mail: config.mail,
      publicUrl,
      providerName: config.providerName,
      signIn: config.oidc ? 'provider' : 'demo',
      isSecretSet: { jira: config.jira.secret !== undefined, github: config.github.secret !== undefined },
    }),
    ...auditRoutes,
    ...securityRoutes(settings),
    ...subscriberRoutes,
    ...bannerRoutes,
    ...ingestRoutes(refusals, settings),
    bounceRoute({ names: await untilReachable(() => loadMailNames(db)), count: counters.mailBounced }),
    ...webhookRoutes(config, refusals, settings),
    ...chatRoutes({ isSlackOn: config.slack.signingSecret !== undefined }),
    ...slack.routes,
    ...operationsRoutes({
      version: VERSION,
      openApi: () => {
        openApi ??= toOpenApi(ENDPOINTS, VERSION)
        return openApi
      },
      metrics,
      isListening: changes.isLive,
      isStopping: draining.isOn,
    }),
    push.route,
  ]
  const bodies = openBodies(SHARES)
  const services: HttpServices = {
    db,
    clock,
    changes,
    findSession: sessions.find,
    timeOf: metrics.timeOf,
    fastPath,
    headers,
    shares: SHARES,
    bodies,
    spool: openSpool(path.join(config.dataDir, 'uploads')),
    findToken: openServiceTokens(db, clock),
    ...openSignatures({ db, config, clock, refused: counters.webhooksRefused }),
    createAudit: createAudit,
    committed: counters.committed,
    findAnswer: getAnswer,
    findAnswerBefore: getAnswerOrReserveKey,
    keepAnswer: saveAnswer,
  }
  await mount(app, routes, services)
  if (!config.oidc) {
    const keys = await untilReachable(() => getOrCreateDemoKeys(db))
    const { trustProxy } = config
    mountBelow(app, '/idp', openDemoProvider({ db, clock, publicUrl, keys, trustProxy, onError }))
  }
  if (config.hasAssistant) mountAssistant(app, { bodies, clock, publicUrl, log })
  if (config.statusPage.path !== undefined)
    await mountStatusPage(app, config.statusPage.path, { ...parts, isSecure })
  if (config.customerSite !== undefined) mountCustomerPages(app, { ...parts, ...customerPages })
  app.setNotFoundHandler((request, reply) => {
    return answerError(
      new NotFound(`There is nothing at ${request.method} ${request.url.split('?')[0]}`),
      request,
      reply,
    )
  })
  if (config.webDir) await serveWeb(app, config.webDir, isSecure)
  return app
}

const LOG_INTERVAL_MS = 10_000
