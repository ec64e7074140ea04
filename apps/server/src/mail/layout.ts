import { escapeHtml } from '@aviary/contract/escape-html'
import type { Difference } from './differences.ts'
import { type MailParts, UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailTexts } from './texts.ts'
import { whyText } from './why-text.ts'

// Mail clients know tables and inline styles, but little else. One column fits a phone without media queries.
const FONT = "font-family:Arial,'Noto Sans CJK JP',sans-serif"
const CELL = `${FONT};font-size:15px;line-height:1.5;color:#1b1f24`
const MUTED = `${FONT};font-size:12px;line-height:1.5;color:#545d68`
const ACCENT = '#3b4cca'

/**
 * Dark colours by class, for mail programs that support media queries; others show the inline light colours.
 * `!important` makes the classes override inline styles.
 */
const DARK = `
.mail-page{background:#0e1116!important}
.mail-card{background:#161a21!important;border-right-color:#2a303a!important;border-bottom-color:#2a303a!important;border-left-color:#2a303a!important}
.mail-text,.mail-text h1,.mail-text h2,.mail-text h3,.mail-text h4{color:#e6e9ee!important}
.mail-text th,.mail-text td{color:#e6e9ee!important}
.mail-page .mail-muted{color:#9aa4b1!important}
.mail-line,.mail-text th,.mail-text td,.mail-text hr,.mail-text blockquote{border-color:#2a303a!important}
.mail-text th{background:#222831!important}
.mail-text a,.mail-muted a{color:#8c9bff!important}
.mail-text .mail-button{background:#8c9bff!important}
.mail-text .mail-button a{color:#0e1116!important}
.mail-text ins{background:#14302a!important;color:#6fd3a6!important}
.mail-text del{background:#461a31!important;color:#ff9cc5!important}`

/** Shape and colours of the severity mark above the heading. */
const SIGNS: Record<NonNullable<MailParts['sign']>['shape'], { shape: string; light: string; dark: string }> =
  {
    OVER: { shape: '✓', light: '#1f6f50', dark: '#6fd3a6' },
    NORMAL: { shape: '•', light: '#545d68', dark: '#9aa4b1' },
    PARTIAL_PERFORMANCE: { shape: '◷', light: '#735400', dark: '#f3cf6b' },
    PERFORMANCE: { shape: '»', light: '#8a4300', dark: '#ffab66' },
    PARTIAL_OUTAGE: { shape: '!', light: '#a3215c', dark: '#ff9cc5' },
    OUTAGE: { shape: '✕', light: '#b3122b', dark: '#ff8b98' },
  }

export function layOut(parts: MailParts, texts: MailTexts): string {
  const sign = parts.sign && SIGNS[parts.sign.shape]
  const edge = sign ? `;border-top:4px solid ${sign.light}` : ''
  const darkEdge = sign?.dark ?? '#2a303a'
  return `<!doctype html>
<html lang="${escapeHtml(parts.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
<style>@media (prefers-color-scheme:dark){${DARK}
.mail-card{border-top-color:${darkEdge}!important}
.mail-page .mail-sign{color:${darkEdge}!important}
}</style>
</head>
<body class="mail-page" style="margin:0;padding:0;background:#f6f7f9">
<table role="presentation" class="mail-page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="mail-text" align="left" style="${CELL};padding:0 8px 12px"><strong>${escapeHtml(parts.providerName)}</strong>${internalMark(parts, texts)}</td></tr></table>
<table role="presentation" class="mail-card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #d8dde4${edge}">
<tr><td class="mail-text" align="left" style="${CELL};padding:20px 24px 0">${signOf(parts)}<h1 style="${FONT};font-size:22px;line-height:1.3;margin:0">${escapeHtml(parts.heading)}</h1></td></tr>
${rowsOf(parts, texts)}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="mail-muted" align="left" style="${MUTED};padding:12px 8px 0">${footer(parts, texts)}</td></tr></table>
</td></tr></table>
</body>
</html>`
}

function signOf({ sign }: MailParts): string {
  if (!sign) return ''
  const { shape, light } = SIGNS[sign.shape]
  return `<p class="mail-sign" style="margin:0 0 4px;font-size:12px;font-weight:bold;color:${light}"><span aria-hidden="true">${shape} </span>${escapeHtml(sign.word)}</p>`
}

/** Body, changes, facts and link, one below the other. */
const rowsOf = (parts: MailParts, texts: MailTexts): string =>
  [parts.bodyHtml, changesOf(parts, texts), list(parts.facts), linkOf(parts)]
    .filter((content) => content !== '')
    .map((content, index, { length }) => {
      const below = index === length - 1 ? '24px' : '0'
      return `<tr><td class="mail-text" align="left" style="${CELL};padding:12px 24px ${below}">${content}</td></tr>`
    })
    .join('\n')

/**
 * The changes that a correction makes. Old mail clients know no `ins` and `del`, so styles mark them as well.
 */
function changesOf({ changes = [] }: MailParts, texts: MailTexts): string {
  if (changes.length === 0) return ''
  const paragraphs = changes.map(
    (parts) => `<p style="margin:4px 0 0">${parts.map(differenceOf).join('')}</p>`,
  )
  return `<strong>${escapeHtml(texts.whatChanged)}</strong>${paragraphs.join('')}`
}

function differenceOf({ kind, text }: Difference): string {
  if (kind === 'same') return lines(text)
  return kind === 'added'
    ? `<ins style="background:#dafbe1;color:#1a7f37;text-decoration:underline">${lines(text)}</ins>`
    : `<del style="background:#ffebe9;color:#b42318;text-decoration:line-through">${lines(text)}</del>`
}

/** A table cell as button, because some mail programs ignore padding on links. */
const linkOf = ({ link }: MailParts): string =>
  link
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="mail-button" style="background:${ACCENT};padding:10px 16px;border-radius:6px"><a href="${escapeHtml(link.address)}" style="${FONT};font-size:14px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(link.text)}</a></td></tr></table>`
    : ''

function footer({ because, locale, providerName }: MailParts, texts: MailTexts): string {
  const why = escapeHtml(whyText(because, locale))
  const link = `<a href="${UNSUBSCRIBE_MARK}" style="color:${ACCENT}">${escapeHtml(texts.unsubscribe)}</a>`
  const automatic = escapeHtml(`${providerName}. ${texts.automatic}`)
  if (because === 'subscribed') return `${why} ${link}<br>${automatic}`
  const isAutomatic = because !== 'security_contact' && because !== 'tested'
  return isAutomatic ? `${why}<br>${automatic}` : why
}

const internalMark = ({ isInternal }: MailParts, texts: MailTexts): string =>
  isInternal ? ` · <strong>${escapeHtml(texts.internal)}</strong>` : ''

function list(rows: MailParts['facts']): string {
  const line = 'border-top:1px solid #e8ebf0'
  const cells = rows.map(
    ([label, value, at]) =>
      `<tr><td class="mail-muted mail-line" valign="top" width="112" style="${MUTED};font-size:13px;${line};padding:8px 12px 8px 0">${escapeHtml(label)}</td><td class="mail-text mail-line" valign="top" style="${CELL};font-size:14px;${line};padding:8px 0;word-break:break-word">${timed(value, at)}</td></tr>`,
  )
  if (cells.length === 0) return ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${cells.join('')}</table>`
}

/** The element marks the time for `inTimeZone`; mail programs show its text alone. */
function timed(value: string, at: Date | undefined): string {
  if (!at) return lines(value)
  const [first = '', ...more] = value.split('\n')
  return [`<time datetime="${at.toISOString()}">${escapeHtml(first)}</time>`, ...more.map(escapeHtml)].join(
    '<br>',
  )
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
