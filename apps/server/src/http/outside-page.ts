import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '@aviary/contract/escape-html'
import { serverFolder } from '../server-folder.ts'
import { Reply } from './call.ts'

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

export type OutsidePage = {
  locale: string
  title: string
  /** HTML below the title. */
  content: string
  status?: number
  headers?: Record<string, string>
}

/** A short page for people outside, such as the one behind a link. */
export function answerOutside(
  { locale, title, content, status = 200, headers }: OutsidePage,
  providerName: string,
): Reply<string> {
  known ??= readStyle()
  const brand = `<span aria-hidden="true">${escapeHtml([...providerName][0] ?? '')}</span>${escapeHtml(providerName)}`
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
${content}
</main>
</body>
</html>`
  return new Reply(html, { status, headers: { ...headersOf(known.hash), ...headers } })
}
