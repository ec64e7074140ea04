import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '@aviary/contract/escape-html'
import { Reply } from '../../http/call.ts'
import { addressOutside, type MailSettings, mailTexts } from '../../mail/public.ts'
import { serverFolder } from '../../server-folder.ts'
import type { RequestTexts } from './texts/request-texts.ts'
import { requestTexts } from './texts/texts.ts'

/** The style of the status page, in the page itself: the status page may be on another host. */
const STYLES = ['base.css', 'forms.css']
let known: { text: string; hash: string } | undefined

function readStyle() {
  const text = STYLES.map((name) => readFileSync(path.join(serverFolder, 'status-page', name), 'utf8')).join(
    '',
  )
  return { text, hash: createHash('sha256').update(text).digest('base64') }
}

const headersOf = (hash: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    ...["default-src 'none'", `style-src 'sha256-${hash}'`, "form-action 'self'", "base-uri 'none'"],
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
})

type Page = {
  locale: string
  title: string
  content: string
  status?: number
  headers?: Record<string, string>
}

function answer(
  { locale, title, content, status = 200, headers }: Page,
  settings: MailSettings,
): Reply<string> {
  known ??= readStyle()
  const { providerName, statusSite } = settings
  const home = addressOutside(statusSite, { locale })
  const brand = `<span aria-hidden="true">${escapeHtml([...providerName][0] ?? '')}</span>${escapeHtml(providerName)}`
  const back = home
    ? `\n<p><a href="${escapeHtml(home)}">${escapeHtml(requestTexts(locale).back)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(providerName)}</title>
<style>${known.text}</style>
</head>
<body>
<header class="top"><span class="brand">${brand}</span></header>
<main class="answer">
<h1>${escapeHtml(title)}</h1>
${content}${back}
</main>
</body>
</html>`
  return new Reply(html, { status, headers: { ...headersOf(known.hash), ...headers } })
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
