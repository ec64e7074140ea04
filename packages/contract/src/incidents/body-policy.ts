/** What a message body may contain. The server holds it against what comes in, the browser against what it shows. */
export const BODY_POLICY = {
  tags: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    'ul',
    'ol',
    'li',
    'a',
    'h3',
    'h4',
    'blockquote',
    'code',
    'pre',
  ],
  attributes: ['href'],
  schemes: ['http', 'https', 'mailto'],
} as const
