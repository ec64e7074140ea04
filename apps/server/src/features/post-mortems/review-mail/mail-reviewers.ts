import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import type { Db } from '../../../database/open.ts'
import {
  createStaffMail,
  type MailContent,
  type MailSettings,
  mailTexts,
  renderContent,
} from '../../../mail/public.ts'
import * as queries from '../queries.ts'
import { reviewTexts } from './texts.ts'

/** As the ledger names these mails. */
export const REVIEW_REQUESTED = 'Review requested'

type Request = { jiraId: string; askedBy: string; asked: readonly string[] }
type Settings = Pick<MailSettings, 'internalDomains' | 'providerName' | 'publicUrl'>

/** Mails whoever is asked to review a post-mortem, in the caller's transaction; answers who can be mailed. */
export async function mailReviewers(
  db: Db,
  request: Request,
  { settings, now }: { settings: Settings; now: Date },
): Promise<string[]> {
  const { jiraId, askedBy, asked } = request
  const { internalDomains } = settings
  const people = await queries.listMailable(db, { emails: asked, internalDomains })
  if (people.length === 0) return []
  const languages = [...new Set([FALLBACK_LOCALE, ...people.map(({ locale }) => locale)])]
  await createStaffMail(
    db,
    {
      ...{ kind: 'reminder', reference: jiraId, messageType: REVIEW_REQUESTED },
      contents: Object.fromEntries(languages.map((locale) => [locale, render(request, locale, settings)])),
      series: { list: 'reminders', thread: `post-mortem.${jiraId}` },
      ...{ createdBy: askedBy, internalDomains },
      recipients: people.map((person) => ({ ...person, subscriberId: null })),
    },
    now,
  )
  return people.map(({ email }) => email)
}

function render(
  { jiraId, askedBy }: Request,
  locale: string,
  { providerName, publicUrl }: Settings,
): MailContent {
  const texts = reviewTexts(locale)
  const fill = (text: string) => text.replaceAll('{{id}}', () => jiraId)
  return renderContent({
    ...{ locale, providerName, subject: fill(texts.subject), heading: fill(texts.heading) },
    bodyHtml: `<p>${escapeHtml(texts.body)}</p>`,
    facts: [
      [mailTexts(locale).reference, jiraId],
      [texts.askedBy, askedBy],
    ],
    link: { text: texts.link, address: `${publicUrl}/details/${encodeURIComponent(jiraId)}/post_mortem` },
    ...{ isInternal: true, because: 'review_requested' },
  })
}
