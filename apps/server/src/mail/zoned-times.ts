import { EXACT_TIME } from '@aviary/contract/exact-time'
import { isTimeZone } from '@aviary/contract/time-zone'
import type { MailContent } from './queries.ts'

/** A time in the facts of a mail; bodies that people write keep no such element. */
const TIME = /<time datetime="([^"]+)">([^<&]*)<\/time>/g

export const hasTimes = ({ html }: MailContent): boolean => html.includes('<time datetime=')

/**
 * Adds to each time in the facts of a mail the same time in the reader's zone. Content is stored without it, once for
 * each language. A zone that this process does not know adds nothing.
 */
export function inTimeZone(
  content: MailContent,
  { locale, timeZone }: { locale: string; timeZone: string | null },
): MailContent {
  if (timeZone === null || !hasTimes(content) || !isTimeZone(timeZone)) return content
  const format = new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone })
  const zonedTexts = new Map<string, string>()
  const html = content.html.replace(TIME, (element, at: string, text: string) => {
    const zoned = format.format(new Date(at))
    if (zoned === text) return element
    zonedTexts.set(text, `${text} · ${zoned}`)
    return `<time datetime="${at}">${text} · ${zoned}</time>`
  })
  return { ...content, html, text: addToLines(content.text, zonedTexts) }
}

/** In plain text a fact is a line: its label, a colon, and its value. */
const addToLines = (text: string, zonedTexts: ReadonlyMap<string, string>): string =>
  text
    .split('\n')
    .map((line) => {
      const start = line.indexOf(': ') + 2
      const zoned = start > 1 && zonedTexts.get(line.slice(start))
      return zoned ? line.slice(0, start) + zoned : line
    })
    .join('\n')
