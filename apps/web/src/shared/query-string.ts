import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Accepts only canonical JSON: `881e4567` is a commit and `1.0` a tag, not numbers. */
function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (JSON.stringify(value) !== text) throw new SyntaxError('another spelling')
  // The writer quotes only texts that would parse as another type; other quotes belong to the text.
  if (typeof value === 'string') parseExactly(value)
  return value
}

/** Parses parameters as JSON; a text needs quotes only if it would parse as another type. */
export const readQueryString = parseSearchWith(parseExactly)
const writeSingle = stringifySearchWith(JSON.stringify, parseExactly)

/** A list of texts becomes a repeated parameter, each text unquoted. */
export function writeQueryString(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
  const singleText = writeSingle(Object.fromEntries(entries.filter(([, value]) => !isTextList(value))))
  const params = new URLSearchParams(singleText)
  for (const [name, value] of entries)
    if (isTextList(value)) for (const text of value) params.append(name, String(text))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

const isTextList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object')
