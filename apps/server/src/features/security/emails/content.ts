import {
  type MailContent,
  type MailSettings,
  openBodyStyles,
  renderContent,
  STRUCTURE_STYLES,
} from '../../../mail/public.ts'

const FONT = "font-family:Arial,'Noto Sans CJK JP',sans-serif;font-size:14px;line-height:1.5;color:#1c2128"
const CELL = `${FONT};border:1px solid #d0d7de;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-word;overflow-wrap:anywhere`

/** Inline styles of the elements of a body: mail programs support little else. */
const STYLES: Record<string, string> = {
  ...STRUCTURE_STYLES,
  h1: 'font-size:18px;line-height:1.3;margin:16px 0 8px',
  h2: 'font-size:16px;line-height:1.3;margin:16px 0 8px',
  h3: 'font-size:15px;line-height:1.3;margin:12px 0 6px',
  h4: 'font-size:14px;line-height:1.3;margin:12px 0 6px',
  p: 'margin:0 0 12px',
  ul: 'margin:0 0 12px;padding-left:24px',
  ol: 'margin:0 0 12px;padding-left:24px',
  blockquote: 'margin:0 0 12px;padding-left:12px;border-left:3px solid #d0d7de',
  pre: 'margin:0 0 12px;white-space:pre-wrap',
  th: `${CELL};background:#f4f5f7`,
  td: CELL,
}

const withStyles = openBodyStyles(STYLES)

/** Renders a security email as a mail. `body` must be sanitized HTML. */
export const renderEmail = (
  email: { subject: string; body: string },
  { providerName }: MailSettings,
): MailContent =>
  renderContent({
    locale: 'en',
    providerName,
    subject: email.subject,
    heading: email.subject,
    facts: [],
    bodyHtml: withStyles(email.body),
    link: undefined,
    isInternal: false,
    because: 'security_contact',
  })
