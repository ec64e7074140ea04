/** Start of a text, up to `maxLength` characters; a pair of surrogates is one character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = 0
  for (let count = 0; count < maxLength && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** Like `cutText`, with an ellipsis if the text was cut. */
export function shorten(text: string, maxLength: number): string {
  const start = cutText(text, maxLength)
  return start.length < text.length ? `${start}…` : text
}

/** Start of a text for a limit in UTF-16 units, as schemas have them; without half a character at its end. */
export const cutToLength = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

/** End of a text for a limit in UTF-16 units; without half a character at its beginning. */
export const cutFromEnd = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(-maxLength).replace(/^[\udc00-\udfff]/, '')

/** A long text without its middle. */
export const shortenMiddle = (text: string, endLength: number): string =>
  text.length > 3 * endLength ? `${cutToLength(text, endLength)} … ${cutFromEnd(text, endLength)}` : text
