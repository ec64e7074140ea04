/**
 * Allowed HTML. The server sanitizes input by a policy; the browser sanitizes by the same policy before
 * display.
 */
export type MarkupPolicy = {
  tags: readonly string[]
  /** Allowed attributes by tag; all others are removed. */
  attributes: Readonly<Record<string, readonly string[]>>
  /** Pattern that an attribute's value must match. */
  values: Readonly<Record<string, RegExp>>
  /** Allowed classes by tag. */
  classes: Readonly<Record<string, readonly string[]>>
  schemes: readonly string[]
  /**
   * Replacement for each disallowed block element, so that the texts of two adjacent blocks do not run
   * together.
   */
  blocks: Readonly<Record<string, string>>
}

/** Only absolute URLs with a scheme: no other links work in a mail. */
const ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i
/** Values of colspan and rowspan: 1 to 99. */
const SPAN = /^[1-9]\d?$/

const asDiv = [
  ...[
    'address',
    'article',
    'aside',
    'caption',
    'center',
    'details',
    'dir',
    'fieldset',
    'figcaption',
    'figure',
  ],
  ...['footer', 'form', 'header', 'hgroup', 'legend', 'main', 'menu', 'nav', 'search', 'section', 'summary'],
]

/** Policy for the bodies of messages, notifications and templates. */
export const BODY_POLICY = {
  tags: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'ul', 'ol', 'li', 'a', 'h3', 'h4'],
    ...[
      'blockquote',
      'code',
      'pre',
      'div',
      'hr',
      'dl',
      'dt',
      'dd',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
  ],
  attributes: { a: ['href'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  values: { href: ADDRESS, colspan: SPAN, rowspan: SPAN },
  classes: {},
  schemes: ['http', 'https', 'mailto'],
  blocks: {
    ...Object.fromEntries(asDiv.map((tag) => [tag, 'div'])),
    ...{ h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', tfoot: 'tbody', strike: 's', del: 's' },
  },
} as const satisfies MarkupPolicy
