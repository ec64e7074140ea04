import { layOut } from './layout.ts'
import { type MailParts, UNSUBSCRIBE_MARK } from './parts.ts'
import { toPlainText } from './plain-text.ts'
import type { MailContent } from './queries.ts'
import { mailTexts } from './texts.ts'

/** The mail of one language, HTML and text from the same parts. A subject is one line, whatever it was made from. */
export function renderContent(parts: MailParts): MailContent {
  const texts = mailTexts(parts.locale)
  return {
    subject: oneLine(parts.subject),
    html: layOut(parts, texts),
    text: toPlainText(parts, texts),
  }
}

/** Line ends in a subject would start further headers. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** The mail as one recipient gets it. */
export const personalize = (content: MailContent, unsubscribe: string): MailContent => ({
  subject: content.subject,
  html: content.html.replaceAll(UNSUBSCRIBE_MARK, unsubscribe),
  text: content.text.replaceAll(UNSUBSCRIBE_MARK, unsubscribe),
})
