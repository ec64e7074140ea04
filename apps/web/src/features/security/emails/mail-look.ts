import { sanitizeEmailBody } from './sanitize-email.ts'

// The same styles as the server's mails: mail programs support little more than tables and inline styles.
const FONT = "font-family:Arial,'Noto Sans CJK JP',sans-serif"
const TEXT = `${FONT};font-size:14px;line-height:1.5;color:#1c2128`
const CELL_TEXT = `${FONT};font-size:15px;line-height:1.5;color:#1b1f24`
const CELL = `${TEXT};border:1px solid #d0d7de;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-word;overflow-wrap:anywhere`

const STYLES: Record<string, string> = {
  h1: 'font-size:18px;line-height:1.3;margin:16px 0 8px',
  h2: 'font-size:16px;line-height:1.3;margin:16px 0 8px',
  h3: 'font-size:15px;line-height:1.3;margin:12px 0 6px',
  h4: 'font-size:14px;line-height:1.3;margin:12px 0 6px',
  p: 'margin:0 0 12px',
  ul: 'margin:0 0 12px;padding-left:24px',
  ol: 'margin:0 0 12px;padding-left:24px',
  blockquote: 'margin:0 0 12px;padding-left:12px;border-left:3px solid #d0d7de',
  pre: 'margin:0 0 12px;white-space:pre-wrap',
  table: 'border-collapse:collapse;margin:0 0 12px;max-width:100%',
  // Links keep this style in the preview, which removes only their URLs.
  a: 'color:#0b57d0;text-decoration:underline',
  th: `${CELL};background:#f4f5f7`,
  td: CELL,
  hr: 'border:0;border-top:1px solid #d0d7de;margin:12px 0',
  dl: 'margin:0 0 12px',
  dt: 'font-weight:bold',
  dd: 'margin:0 0 8px 16px',
}

type Mail = { subject: string; body: string; providerName: string }

/** A security mail as mail programs show it, with the provider's name above the subject. */
export function mailHtml({ subject, body, providerName }: Mail): string {
  const mail = new DOMParser().parseFromString(FRAME, 'text/html')
  const fill = (name: string, text: string) => {
    const part = mail.getElementById(name)
    if (part) part.textContent = text
  }
  fill('provider', providerName)
  fill('subject', subject)
  const content = mail.getElementById('body')
  const parsed = new DOMParser().parseFromString(sanitizeEmailBody(body), 'text/html')
  for (const element of parsed.body.querySelectorAll(Object.keys(STYLES).join())) {
    element.removeAttribute('class')
    // A link without a URL is plain text, as in the mail.
    if (element.localName === 'a' && !element.hasAttribute('href')) continue
    element.setAttribute('style', STYLES[element.localName] ?? '')
    // An empty header cell must not be announced as a header.
    if (element.localName === 'th' && !element.textContent?.trim())
      element.setAttribute('role', 'presentation')
  }
  content?.append(...parsed.body.childNodes)
  return mail.body.innerHTML
}

const FRAME = `<table role="presentation" width="100%"><tbody><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" style="max-width:600px;border-spacing:0"><tbody>
<tr><td id="provider" align="left" style="${CELL_TEXT};font-weight:bold;padding:0 8px 12px"></td></tr></tbody></table>
<table role="presentation" width="100%" style="max-width:600px;background:#ffffff;border:1px solid #d8dde4;border-spacing:0"><tbody>
<tr><td align="left" style="padding:20px 24px 0"><h1 id="subject" style="${FONT};font-size:22px;line-height:1.3;margin:0;color:#1b1f24"></h1></td></tr>
<tr><td id="body" align="left" style="${CELL_TEXT};padding:12px 24px 24px"></td></tr>
</tbody></table></td></tr></tbody></table>`
