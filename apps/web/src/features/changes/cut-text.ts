/** The beginning of a text, of so many characters; no character is cut in two. */
export function cutText(text: string, most: number): { shown: string; isCut: boolean } {
  if (text.length <= most) return { shown: text, isCut: false }
  const characters = Array.from(text)
  return characters.length <= most
    ? { shown: text, isCut: false }
    : { shown: characters.slice(0, most).join(''), isCut: true }
}
