import type { Difference } from './differences.ts'
import { type MailParts, UNSUBSCRIBE_MARK } from './parts.ts'
import { type MailTexts, whyText } from './texts.ts'

// Mail clients know tables and inline styles, but little else. One column fits a phone without media queries.
const FONT = "font-family:Arial,'Noto Sans CJK JP',sans-serif"
const CELL = `${FONT};font-size:14px;line-height:1.5;color:#1c2128`
const MUTED = `${FONT};font-size:12px;line-height:1.5;color:#57606a`

export function layOut(parts: MailParts, texts: MailTexts): string {
  return `<!doctype html>
<html lang="${escapeHtml(parts.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #d0d7de">
<tr><td style="${MUTED};padding:16px 24px 0">${escapeHtml(parts.providerName)}${internalMark(parts, texts)}</td></tr>
<tr><td style="padding:4px 24px 0"><h1 style="${FONT};font-size:20px;line-height:1.3;margin:0;color:#1c2128">${escapeHtml(parts.heading)}</h1></td></tr>
${rowsOf(parts, texts)}
</table>
<p style="${MUTED};margin:12px 8px;max-width:600px">${footer(parts, texts)}</p>
</td></tr></table>
</body>
</html>`
}

/** Facts, body, particulars, changes and link, one below the other. */
const rowsOf = (parts: MailParts, texts: MailTexts): string =>
  [list(parts.facts), parts.bodyHtml, list(parts.particulars), changesOf(parts, texts), linkOf(parts)]
    .filter((content) => content !== '')
    .map((content, index, { length }) => {
      const below = index === length - 1 ? '20px' : '0'
      return `<tr><td style="${CELL};padding:12px 24px ${below}">${content}</td></tr>`
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

const linkOf = ({ link }: MailParts): string =>
  link ? `<a href="${escapeHtml(link.address)}" style="color:#3b4cca">${escapeHtml(link.text)}</a>` : ''

const footer = ({ because }: MailParts, texts: MailTexts): string =>
  because !== 'subscribed'
    ? escapeHtml(whyText(because, texts))
    : `${escapeHtml(texts.why)} <a href="${UNSUBSCRIBE_MARK}" style="color:#57606a">${escapeHtml(texts.unsubscribe)}</a>`

const internalMark = ({ isInternal }: MailParts, texts: MailTexts): string =>
  isInternal ? ` · <strong>${escapeHtml(texts.internal)}</strong>` : ''

function list(rows: MailParts['facts']): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td valign="top" style="${MUTED};padding:2px 12px 2px 0">${escapeHtml(label)}</td><td style="${CELL};padding:2px 0">${lines(value)}</td></tr>`,
  )
  if (cells.length === 0) return ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${cells.join('')}</table>`
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
