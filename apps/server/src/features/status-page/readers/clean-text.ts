import { toVisibleText } from '../../../mail/public.ts'
import type { PublicStatus } from '../snapshot/schema.ts'

/** Control characters and others that XML and calendars cannot hold; line breaks and tabs are fine. */
const FORBIDDEN = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/gu
/** Marks that turn the direction of what follows them, even outside of the text they stand in. */
const DIRECTIONS = /\p{Bidi_Control}/gu

const withoutForbidden = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(FORBIDDEN, '')

const toLine = (text: string): string =>
  withoutForbidden(text).replace(DIRECTIONS, '').replace(/\s+/g, ' ').trim()

/** The status as formats hold it that forbid characters: names and titles are one line each, bodies may have several. */
export const cleanStatus = (status: PublicStatus): PublicStatus => cleanAll(status, toLine) as PublicStatus

function cleanAll(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => cleanAll(item, clean))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      cleanAll(item, key === 'bodies' ? withoutForbidden : clean),
    ]),
  )
}

/** Tags and entities take up less than this many characters for each one that is seen, in what people write. */
const HTML_PER_CHARACTER = 5

/** The beginning of a body as plain text; entities such as `&#8;` become characters only here. */
export function toText(html: string, most: number): string {
  const text = withoutForbidden(toVisibleText(html.slice(0, most * HTML_PER_CHARACTER))).trim()
  return text.length > most
    ? `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : text
}
