import { compile } from 'html-to-text'
import type { Difference } from './differences.ts'
import { type MailParts, UNSUBSCRIBE_MARK, withoutMark } from './parts.ts'
import type { MailTexts } from './texts.ts'
import { whyText } from './why-text.ts'

const WIDTH = 78

/** Compiled once, because compiling takes longer than converting a mail. */
const convert = compile({
  wordwrap: WIDTH,
  // Deeper than any accepted body, so that no mail exhausts the stack.
  limits: { maxDepth: 300 },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['dl', 'dt', 'dd'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'hr', options: { length: 40 } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 40 } },
  ],
})

export function toPlainText(parts: MailParts, texts: MailTexts): string {
  // Removing tags can join two halves of an unsubscribe mark.
  const body = withoutMark(convert(parts.bodyHtml))
  const sections = [
    parts.isInternal ? `${parts.providerName} · ${texts.internal}` : parts.providerName,
    parts.heading,
    body,
    changesOf(parts, texts),
    list(parts.facts),
    parts.link ? `${parts.link.text}: ${parts.link.address}` : '',
    footer(parts, texts),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function footer({ because, locale, providerName }: MailParts, texts: MailTexts): string {
  const why = `-- \n${whyText(because, locale)}`
  const automatic = `${providerName}. ${texts.automatic}`
  if (because === 'subscribed') return `${why}\n${texts.unsubscribe}: ${UNSUBSCRIBE_MARK}\n${automatic}`
  const isAutomatic = because !== 'security_contact' && because !== 'tested'
  return isAutomatic ? `${why}\n${automatic}` : why
}

/** The changes that a correction makes; removed and added text stands in brackets. */
function changesOf({ changes = [] }: MailParts, texts: MailTexts): string {
  const mark = ({ kind, text }: Difference) => (kind === 'same' ? text : `[${texts[kind]}: ${text}]`)
  const paragraphs = changes.map((parts) => parts.map(mark).join(''))
  return paragraphs.length === 0 ? '' : [`${texts.whatChanged}:`, ...paragraphs].join('\n')
}

const list = (rows: MailParts['facts']): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n')
