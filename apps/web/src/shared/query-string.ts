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
export const writeQueryString = stringifySearchWith(JSON.stringify, parseExactly)
