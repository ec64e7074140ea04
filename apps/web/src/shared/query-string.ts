import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Only what JSON would write in the same words: `881e4567` is a commit and no number, `1.0` a tag. */
function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (JSON.stringify(value) !== text) throw new SyntaxError('another spelling')
  // Only what would read as something else is put between quotes here: other quotes are somebody's own.
  if (typeof value === 'string') parseExactly(value)
  return value
}

/** How addresses spell parameters: JSON, with plain texts bare. */
export const readQueryString = parseSearchWith(parseExactly)
const writeOnce = stringifySearchWith(JSON.stringify, parseExactly)

/** A list of texts is a parameter that comes several times, each text as it stands. */
export function writeQueryString(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
  const once = writeOnce(Object.fromEntries(entries.filter(([, value]) => !isTexts(value))))
  const params = new URLSearchParams(once)
  for (const [name, value] of entries)
    if (isTexts(value)) for (const text of value) params.append(name, String(text))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

const isTexts = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object')
