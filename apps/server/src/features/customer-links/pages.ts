import { escapeHtml } from '@aviary/contract/escape-html'
import { EXACT_TIME } from '@aviary/contract/exact-time'
import { fill } from '@aviary/contract/fill'
import type { Reply } from '../../http/call.ts'
import { answerOutside } from '../../http/outside-page.ts'
import { linkTexts } from './texts/texts.ts'

type Asked = { locale: string; providerName: string }

/** Asks whether to open the page here, because programs that check mails and chats open links. */
export function answerQuestion(
  { company, token, expiresAt }: { company: string; token: string; expiresAt: Date },
  { locale, providerName }: Asked,
): Reply<string> {
  const texts = linkTexts(locale)
  const time = new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone: 'UTC' }).format(expiresAt)
  const values = { company, provider: providerName, time }
  const content = `<p>${escapeHtml(fill(texts.openText, values))}</p>
<form method="post" action="/api/customer_links/${encodeURIComponent(token)}/"><button class="button primary">${escapeHtml(texts.open)}</button></form>`
  return answerOutside({ locale, title: fill(texts.openTitle, values), content }, providerName)
}

/** Why a page is not shown. */
const REFUSALS = {
  /** The same for a link that has ended and one that never was. */
  invalid: { title: 'invalidTitle', status: 404 },
  full: { title: 'fullTitle', status: 403 },
  closed: { title: 'closedTitle', status: 403 },
  away: { title: 'awayTitle', status: 503 },
} as const

export function answerRefused(
  why: keyof typeof REFUSALS,
  { locale, providerName, headers = {} }: Asked & { headers?: Record<string, string> },
): Reply<string> {
  const texts = linkTexts(locale)
  const { title, status } = REFUSALS[why]
  const content = `<p>${escapeHtml(fill(texts[why], { provider: providerName }))}</p>`
  return answerOutside({ locale, title: texts[title], content, status, headers }, providerName)
}
