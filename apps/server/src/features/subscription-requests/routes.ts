import * as endpoints from '@aviary/contract/subscription-requests/endpoints'
import { type Reply, type Route, serve } from '../../http/call.ts'
import { NotFound, toProblem } from '../../http/errors.ts'
import { RateLimitStore } from '../../http/rate-limit-store.ts'
import { RefusedWithPage } from '../../http/refusal-page.ts'
import { openShare } from '../../http/shares.ts'
import type { MailSettings } from '../../mail/public.ts'
import { limitConcurrency } from '../../process/limit-concurrency.ts'
import { askToSubscribe, confirmSubscription, explainRefusal, requestSubscription } from './handlers.ts'
import { HOUR_MS, LIMITS } from './limits.ts'
import { answerRefused } from './pages.ts'
import { toPageLocale } from './texts/texts.ts'

/** Limit for each network on requests of any kind; those that make mails have a lower one. */
const RATE_LIMIT = { rateLimit: { max: 300, perSeconds: 60 } }
/** Bytes; a form with 100 services and 100 data centers takes a tenth of this. */
const LARGEST_FORM = 64 * 1024

/** `isOpen`: whether there is a status page on which strangers may subscribe. */
export function subscriptionRequestRoutes(settings: MailSettings, isOpen: boolean): Route[] {
  const networks = new RateLimitStore()
  const waiting = openShare(LIMITS.requestsAtOnce + LIMITS.requestsWaiting)
  const inTurn = limitConcurrency(LIMITS.requestsAtOnce)
  const whileOpen = async (work: () => Promise<Reply<string>>): Promise<Reply<string>> => {
    if (!isOpen) throw new NotFound('Nobody can subscribe without an account here')
    return work()
  }
  return [
    serve(
      endpoints.requestSubscription,
      (call) =>
        whileOpen(async () => {
          const locale = toPageLocale(call.body.locale[0])
          if (networks.count(call.network, HOUR_MS).current > LIMITS.requestsOfNetworkAnHour)
            return answerRefused({ locale, refused: 'tooMany', status: 429 }, settings)
          if (!waiting.take('all')) return answerRefused({ locale, refused: 'busy', status: 503 }, settings)
          try {
            return await inTurn(() => requestSubscription(call, settings))
          } catch (error) {
            const { status } = toProblem(error, call.requestId)
            if (status !== 503) throw error
            throw new RefusedWithPage(answerRefused({ locale, refused: 'away', status }, settings), error)
          } finally {
            waiting.give('all')
          }
        }),
      {
        ...RATE_LIMIT,
        largestBody: LARGEST_FORM,
        refusalPage: (refused) => explainRefusal(refused, settings),
      },
    ),
    serve(endpoints.askToSubscribe, (call) => whileOpen(() => askToSubscribe(call, settings)), RATE_LIMIT),
    serve(
      endpoints.confirmSubscription,
      (call) => whileOpen(() => confirmSubscription(call, settings)),
      RATE_LIMIT,
    ),
  ]
}
