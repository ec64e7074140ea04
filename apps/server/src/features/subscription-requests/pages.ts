import { escapeHtml } from '@aviary/contract/escape-html'
import type { Reply } from '../../http/call.ts'
import { answerOutside, type OutsidePage } from '../../http/outside-page.ts'
import { addressOutside, type MailSettings, mailTexts } from '../../mail/public.ts'
import type { RequestTexts } from './texts/request-texts.ts'
import { requestTexts } from './texts/texts.ts'

/** A page with a link back to the status page. */
function answer(
  { content, ...page }: OutsidePage,
  { providerName, statusSite }: MailSettings,
): Reply<string> {
  const home = addressOutside(statusSite, { locale: page.locale })
  const back = home
    ? `\n<p><a href="${escapeHtml(home)}">${escapeHtml(requestTexts(page.locale).back)}</a></p>`
    : ''
  return answerOutside({ ...page, content: content + back }, providerName)
}

/** Why nothing was sent. */
export type Refused = keyof Pick<
  RequestTexts,
  'incomplete' | 'invalidAddress' | 'tooLarge' | 'tooMany' | 'busy' | 'away'
>

/** The status page may be on another host, and its script reads the answer. Nothing in it depends on who asks. */
const SHARED = { 'access-control-allow-origin': '*' }

/** An hour, as the texts say. */
const RETRY_AFTER_S = '3600'

/** The script of the status page shows the text that is marked. */
const said = (text: string): string => `<p data-answer>${escapeHtml(text)}</p>`

export function answerSent(locale: string, settings: MailSettings): Reply<string> {
  const texts = requestTexts(locale)
  return answer({ locale, title: texts.sentTitle, content: said(texts.sent), headers: SHARED }, settings)
}

export function answerRefused(
  { locale, refused, status }: { locale: string; refused: Refused; status: number },
  settings: MailSettings,
): Reply<string> {
  const texts = requestTexts(locale)
  const headers = { ...SHARED, ...([429, 503].includes(status) && { 'retry-after': RETRY_AFTER_S }) }
  return answer(
    { locale, status, title: texts.failedTitle, content: said(texts[refused]), headers },
    settings,
  )
}

type Question = { locale: string; email: string; token: string; services: string; dataCenters: string }

/** Asks whether to subscribe, because programs that check mails open links. */
export function answerQuestion(
  { locale, email, token, services, dataCenters }: Question,
  settings: MailSettings,
): Reply<string> {
  const texts = requestTexts(locale)
  const words = mailTexts(locale)
  const address = `<strong>${escapeHtml(email)}</strong>`
  const content = `<p>${escapeHtml(texts.confirmText).replace('{{email}}', () => address)}</p>
<dl><dt>${escapeHtml(words.services)}</dt><dd>${escapeHtml(services)}</dd><dt>${escapeHtml(words.dataCenters)}</dt><dd>${escapeHtml(dataCenters)}</dd></dl>
<form method="post" action="/api/subscription_requests/${encodeURIComponent(token)}/"><button class="button primary">${escapeHtml(texts.confirm)}</button></form>`
  return answer({ locale, title: texts.confirmTitle, content }, settings)
}

/** The same for a link that was used, is too old or never existed. */
export function answerInvalid(locale: string, settings: MailSettings): Reply<string> {
  const { invalidTitle, invalid } = requestTexts(locale)
  return answer({ locale, title: invalidTitle, content: `<p>${escapeHtml(invalid)}</p>` }, settings)
}
