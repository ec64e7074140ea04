/** Start of a text, up to `maxLength` characters. Never splits a surrogate pair. */
export function cutText(text: string, maxLength: number): { shown: string; isCut: boolean } {
  if (text.length <= maxLength) return { shown: text, isCut: false }
  const characters = Array.from(text)
  return characters.length <= maxLength
    ? { shown: text, isCut: false }
    : { shown: characters.slice(0, maxLength).join(''), isCut: true }
}
