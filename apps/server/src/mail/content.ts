import { cutToLength } from '@aviary/contract/cut-text'
import { inSlices } from '../process/in-slices.ts'
import { layOut } from './layout.ts'
import { type MailParts, UNSUBSCRIBE_MARK, withoutMark } from './parts.ts'
import { toPlainText } from './plain-text.ts'
import type { MailContent } from './queries.ts'
import { mailTexts } from './texts.ts'

/** Renders the mail of one language, HTML and text from the same parts. The subject is forced onto one line. */
export function renderContent(parts: MailParts): MailContent {
  const texts = mailTexts(parts.locale)
  const written = withoutMarks(parts)
  return {
    subject: oneLine(written.subject),
    html: layOut(written, texts),
    text: toPlainText(written, texts),
  }
}

/** Renders one mail per language, one after the other, so that the process can answer requests in between. */
export async function inEachLanguage(
  bodies: Readonly<Record<string, string>>,
  render: (locale: string, bodyHtml: string) => MailContent,
): Promise<Record<string, MailContent>> {
  const contents: Record<string, MailContent> = {}
  for (const [locale, html] of Object.entries(bodies))
    contents[locale] = await inSlices(() => render(locale, html))
  return contents
}

const withoutMarks = (parts: MailParts): MailParts => ({
  ...parts,
  subject: withoutMark(parts.subject),
  heading: withoutMark(parts.heading),
  facts: parts.facts.map(([label, text, at]) => [label, withoutMark(text), at]),
  bodyHtml: withoutMark(parts.bodyHtml),
  changes: parts.changes?.map((differences) =>
    differences.map(({ kind, text }) => ({ kind, text: withoutMark(text) })),
  ),
})

/** A line end in a subject would start another header. */
const oneLine = (text: string): string =>
  cutToLength(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), 300).toWellFormed()

/** The mail for one recipient. */
export const personalize = (content: MailContent, unsubscribe: string): MailContent => ({
  subject: content.subject,
  html: content.html.replaceAll(UNSUBSCRIBE_MARK, unsubscribe),
  text: content.text.replaceAll(UNSUBSCRIBE_MARK, unsubscribe),
})
