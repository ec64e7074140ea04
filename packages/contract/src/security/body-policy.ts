/**
 * What the body of a security mail may contain, and nothing else: no script, no style that could hide text, no image that
 * would tell another host who reads (ADR 24). The server holds it against what comes in, the browser against what it shows.
 */
export const MAIL_BODY_POLICY = {
  tags: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'blockquote', 'code', 'pre'],
    ...['h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href'],
    h1: ['class'],
    h2: ['class'],
    h3: ['class'],
    h4: ['class'],
    table: ['width'],
    th: ['width'],
    td: ['width'],
  },
  /** Of a header line; any other could take on a style of the page that shows it. */
  classes: ['mail-header'],
  /** Pixels or percent, and never nothing at all. */
  width: /^[1-9]\d{0,3}%?$/,
  schemes: ['http', 'https', 'mailto'],
} as const
