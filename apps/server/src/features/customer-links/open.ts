import { APPLICATION_NAME } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/customer-links/endpoints'
import { announce } from '../../database/changes.ts'
import { type Call, leadBack, type Reply } from '../../http/call.ts'
import { createAudit } from '../audit/public.ts'
import { newSecret, readCookie, sha256, toHostCookieName, writeCookie } from '../session/public.ts'
import { answerQuestion, answerRefused } from './pages.ts'
import * as queries from './queries.ts'
import { readerLocale } from './texts/texts.ts'

/** Where devices that opened a link read the page. */
export const CUSTOMER_PATH = '/customer'
const COOKIE = 'aviary_customer'
/** The longest that a browser keeps one: the link says when it ends, and may be prolonged. */
const COOKIE_SECONDS = 400 * 24 * 3_600
const HOUR_MS = 3_600_000

export type PageSettings = { providerName: string; isSecure: boolean }

export const readDeviceCookie = (header: string | undefined, isSecure: boolean): string | undefined =>
  readCookie(header, toHostCookieName(COOKIE, isSecure))

const askedOf = ({ headers }: Pick<Call, 'headers'>, { providerName }: PageSettings) => ({
  locale: readerLocale(headers['accept-language']),
  providerName,
})

/** Following the link changes nothing. */
export async function askToOpen(
  call: Call<typeof endpoints.askToOpenCustomerPage>,
  settings: PageSettings,
): Promise<Reply<string>> {
  const { db, params, now } = call
  const found = await queries.getLink(db, sha256(params.token), now)
  const asked = askedOf(call, settings)
  if (!found) return answerRefused('invalid', asked)
  return answerQuestion(
    { company: found.company, token: params.token, expiresAt: found.link.expiresAt },
    asked,
  )
}

/**
 * Opens the page on one more device, which gets a secret of its own: the address that it then shows is of no use
 * elsewhere. A link that is passed on further than it was made for opens nothing, and staff see that it was tried.
 */
export function openPage(
  call: Call<typeof endpoints.openCustomerPage>,
  settings: PageSettings,
): Promise<Reply<string>> {
  const { params, now, headers } = call
  const asked = askedOf(call, settings)
  // The page of another site must not use up a link, nor give this browser another one.
  if (headers['sec-fetch-site'] === 'cross-site') return Promise.resolve(answerRefused('invalid', asked))
  return call.db.transaction(async (transaction) => {
    const found = await queries.lockLink(transaction, sha256(params.token), now)
    if (!found) return answerRefused('invalid', asked)
    const { linkId, companyId, name, mostDevices, lastRefusedAt } = found.link
    const record = async (actionName: string) => {
      await announce(transaction, { topics: ['channels'], sessions: [] })
      await createAudit(transaction, {
        applicationName: APPLICATION_NAME,
        userEmail: `link:${linkId}`,
        actionName,
        createdDate: now,
        context: { linkId, companyId, name, request_id: call.requestId },
      })
    }
    const cookie = readDeviceCookie(headers.cookie, settings.isSecure)
    const known = cookie === undefined ? undefined : await queries.getDevice(transaction, sha256(cookie), now)
    if (known?.linkId === linkId) return leadBack(`${CUSTOMER_PATH}/`, {})
    if ((await queries.countDevices(transaction, linkId)) >= mostDevices) {
      await queries.noteRefusal(transaction, linkId, now)
      // Each one counts; the audit log has the first of an hour, so that nobody fills it by a link.
      if (!lastRefusedAt || now.getTime() - lastRefusedAt.getTime() > HOUR_MS)
        await record('Refuse Customer Link')
      return answerRefused('full', asked)
    }
    // This browser reads the page of one link; it counts no longer as a device of the one before.
    if (known && cookie !== undefined) await queries.deleteDevice(transaction, sha256(cookie))
    const secret = newSecret()
    await queries.createDevice(transaction, {
      ...{ cookieHash: sha256(secret), linkId, openedAt: now, lastSeenAt: now },
    })
    await record('Open Customer Link')
    return leadBack(`${CUSTOMER_PATH}/`, {
      'set-cookie': writeCookie(toHostCookieName(COOKIE, settings.isSecure), secret, {
        ...{ isSecure: settings.isSecure, maxAgeSeconds: COOKIE_SECONDS },
      }),
    })
  })
}
