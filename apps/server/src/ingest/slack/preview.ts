import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { cutToLength } from '@aviary/contract/cut-text'
import { bodyPreview } from '@aviary/contract/messages/body'
import { escapeMarkup } from '../../channels/public.ts'
import { inLine } from './answer.ts'

// What a confirmation in a chat says of a message: as much as that of the page.

type Preview = {
  audience: 'INTERNAL' | 'EXTERNAL'
  total: number
  recipients: readonly { locale: string; people: number }[]
  channels: { total: number }
  mails: readonly { locale: string; subject: string }[]
  fallback_locales: readonly string[]
  translations: Readonly<Record<string, string>>
}

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Who would be told, in which languages, under which subject. */
export function describeRecipients(preview: Preview): string[] {
  const { audience, total, recipients, channels, mails, fallback_locales: inEnglish, translations } = preview
  const languages = recipients.map(({ locale, people: count }) => `${locale} ${count}`).join(', ')
  const subject = (mails.find(({ locale }) => locale === FALLBACK_LOCALE) ?? mails[0])?.subject ?? ''
  const translated = Object.keys(translations)
  return [
    `*${audience}* to *${people(total)}*${languages && ` (${languages})`} and ${channels.total} channels`,
    ...(total === 0 ? ['No e-mail is sent: nobody has chosen to hear of this.'] : []),
    ...(translated.length > 0
      ? [`Translated by the service, shown on the page only: ${translated.join(', ')}`]
      : []),
    ...(inEnglish.length > 0 ? [`In English, without a text of their own: ${inEnglish.join(', ')}`] : []),
    ...(subject === '' ? [] : [`*${inLine(subject)}*`]),
  ]
}

/** Characters of a quotation in Slack's markup: what fits into one section with the note below it. */
const LONGEST_QUOTE = 2_800

/** The text of a body as a quotation; says so if it goes on. */
export function quoteBody(html: string): string {
  const paragraphs = html.split(/<\/p>|<br ?\/?>/i).flatMap((part) => bodyPreview(part, LONGEST_QUOTE) || [])
  const quoted: string[] = []
  let left = LONGEST_QUOTE
  for (const paragraph of paragraphs) {
    const line = `> ${escapeMarkup(paragraph)}`
    if (line.length >= left) return [...quoted, cutLine(paragraph, left), GOES_ON].join('\n')
    quoted.push(line)
    left -= line.length + 1
  }
  return quoted.join('\n')
}

const GOES_ON = '_The text goes on: what is sent or posted has all of it._'

/** The beginning of a line that fits once it is escaped. */
function cutLine(text: string, largest: number): string {
  for (let length = largest; ; length = Math.floor(length * 0.8)) {
    const line = `> ${escapeMarkup(cutToLength(text, length))} …`
    if (line.length <= largest || length === 0) return line
  }
}
