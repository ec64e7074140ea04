import * as endpoints from '@aviary/contract/customer-links/endpoints'
import { CUSTOMER_LINK_LONGEST_DAYS, CUSTOMER_LINKS_OF_COMPANY } from '@aviary/contract/customer-links/rules'
import { type Call, type Reply, type Route, serve } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, InvalidInput, NotFound, toProblem } from '../../http/errors.ts'
import { RefusedWithPage } from '../../http/refusal-page.ts'
import { newSecret, sha256 } from '../session/public.ts'
import { askToOpen, openPage, type PageSettings } from './open.ts'
import { answerRefused } from './pages.ts'
import * as queries from './queries.ts'
import { readerLocale } from './texts/texts.ts'

const DAY_MS = 24 * 3_600_000
/** Limit for each network on requests of people outside. */
const RATE_LIMIT = { rateLimit: { max: 60, perSeconds: 60 } }

type Fields = { name: string; expires_date: string; most_devices: number }

function toFields({ name, expires_date, most_devices }: Fields, now: Date) {
  const expiresAt = new Date(expires_date)
  const refuse = (why: string) =>
    new InvalidInput('The end of the link is not possible', [{ path: 'expires_date', message: why }])
  if (expiresAt <= now) throw refuse('has passed')
  if (expiresAt.getTime() > now.getTime() + CUSTOMER_LINK_LONGEST_DAYS * DAY_MS)
    throw refuse(`is more than ${CUSTOMER_LINK_LONGEST_DAYS} days ahead`)
  return { name, expiresAt, mostDevices: most_devices }
}

function present(row: queries.LinkRow): endpoints.CustomerLink {
  return {
    ...{ link_id: row.linkId, company_id: row.companyId, name: row.name, created_by: row.createdBy },
    created_date: row.createdAt.toISOString(),
    expires_date: row.expiresAt.toISOString(),
    ...{ most_devices: row.mostDevices, devices: row.devices, refused: row.refused },
    last_seen_date: row.lastSeenAt?.toISOString() ?? null,
    last_refused_date: row.lastRefusedAt?.toISOString() ?? null,
    version: row.version,
  }
}

/** `site`: where customers reach this server, without a slash at its end; undefined if it has no pages for them. */
export function customerLinkRoutes(settings: PageSettings & { site: string | undefined }): Route[] {
  const { site } = settings
  const whileOn = async (
    { headers, requestId }: Pick<Call, 'headers' | 'requestId'>,
    work: () => Promise<Reply<string>>,
  ): Promise<Reply<string>> => {
    if (site === undefined) throw new NotFound('There are no pages for customers here')
    try {
      return await work()
    } catch (error) {
      if (toProblem(error, requestId).status < 500) throw error
      const locale = readerLocale(headers['accept-language'])
      throw new RefusedWithPage(answerRefused('away', { locale, providerName: settings.providerName }), error)
    }
  }
  return [
    serve(endpoints.listCustomerLinks, async ({ db, query }) => ({
      links: (await queries.listLinks(db, query.company_id)).map(present),
      is_on: site !== undefined,
    })),

    serve(endpoints.createCustomerLink, async (call) => {
      const { db, now, body } = call
      if (site === undefined)
        throw new Conflict(
          'There are no pages for customers here: set CUSTOMER_SITE to where they reach them',
        )
      const company = await queries.lockCompany(db, body.company_id)
      if (!company) throw new NotFound(`There is no company ${body.company_id}`)
      if ((await queries.countLinks(db, body.company_id, now)) >= CUSTOMER_LINKS_OF_COMPANY)
        throw new Conflict(`${company.name} has ${CUSTOMER_LINKS_OF_COMPANY} links: end one first`)
      const secret = newSecret()
      const row = await queries.createLink(db, {
        ...{ companyId: body.company_id, tokenHash: sha256(secret), ...toFields(body, now) },
        ...{ createdBy: call.caller, createdAt: now },
      })
      const link = present({ ...row, devices: 0, lastSeenAt: null })
      call.audit({ link })
      call.changed('channels')
      return { customer_link: link, address: `${site}/api/customer_links/${secret}/` }
    }),

    serve(endpoints.updateCustomerLink, async (call) => {
      const { db, now, body } = call
      const what = `link ${body.link_id}`
      await queries.lockLinkById(db, body.link_id)
      const before = present(requireFound(await queries.getLinkById(db, body.link_id), what))
      refuseOutdated(before, body.version)
      if (new Date(before.expires_date) <= now) throw new Conflict('The link has ended: make a new one')
      const isSameEnd = body.expires_date === before.expires_date
      const fields = isSameEnd
        ? { name: body.name, mostDevices: body.most_devices, expiresAt: new Date(before.expires_date) }
        : toFields(body, now)
      await queries.updateLink(db, body.link_id, fields)
      const after = present(requireFound(await queries.getLinkById(db, body.link_id), what))
      call.audit({ linkId: body.link_id, before, after })
      call.changed('channels')
      return { customer_link: after }
    }),

    serve(endpoints.deleteCustomerLink, async (call) => {
      const deleted = await queries.deleteLink(call.db, call.body.link_id)
      if (!deleted) throw new NotFound('There is no such link; it may have been ended')
      const { linkId, companyId, name } = deleted
      call.audit({ linkId, companyId, name })
      call.changed('channels')
      return { link_id: linkId }
    }),

    serve(
      endpoints.askToOpenCustomerPage,
      (call) => whileOn(call, () => askToOpen(call, settings)),
      RATE_LIMIT,
    ),
    serve(endpoints.openCustomerPage, (call) => whileOn(call, () => openPage(call, settings)), RATE_LIMIT),
  ]
}
