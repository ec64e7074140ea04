import { convert } from 'html-to-text'
import { type MailParts, UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailTexts } from './texts.ts'

const WIDTH = 78

export function toPlainText(parts: MailParts, texts: MailTexts): string {
  const body = convert(parts.bodyHtml, {
    wordwrap: WIDTH,
    selectors: [
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'h4', options: { uppercase: false } },
    ],
  })
  const sections = [
    parts.isInternal ? `${parts.providerName} · ${texts.internal}` : parts.providerName,
    parts.heading,
    list(parts.facts),
    body,
    list(parts.particulars),
    `${parts.link.text}: ${parts.link.address}`,
    `-- \n${texts.why}\n${texts.unsubscribe}: ${UNSUBSCRIBE_MARK}`,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const list = (rows: MailParts['facts']): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n')
