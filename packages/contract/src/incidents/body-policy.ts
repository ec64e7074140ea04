/** What markup may contain. The server holds a policy against what comes in, the browser against what it shows. */
export type MarkupPolicy = {
  tags: readonly string[]
  /** By tag; of any other attribute nothing is left. */
  attributes: Readonly<Record<string, readonly string[]>>
  /** What an attribute must look like to stay. */
  values: Readonly<Record<string, RegExp>>
  /** By tag: the classes that stay. */
  classes: Readonly<Record<string, readonly string[]>>
  schemes: readonly string[]
  /** Blocks that are not kept, and as what they are: so the words of two of them never run together. */
  blocks: Readonly<Record<string, string>>
}

/** A whole address. What is relative, or lacks its scheme, leads nowhere from a mail. */
const ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i
/** Cells that one cell goes over. */
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

/** Of messages, notifications and templates. */
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
