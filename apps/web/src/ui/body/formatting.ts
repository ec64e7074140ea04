import { bodyFromText, textFromBody } from '@aviary/contract/messages/typed-body'
import { sanitizeBody } from '../../shared/sanitize.ts'

/** Elements that the editor keeps; `div`, `dl`, `sub` and `sup`, which bodies may also have, it would lose. */
const KEPT = new Set([
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'a', 'code', 'h3', 'h4', 'ul', 'ol', 'li'],
  ...['blockquote', 'pre', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
])

/** Whether a body, or the text it is typed as, has nothing but paragraphs. */
export const isPlain = (value: string): boolean => textFromBody(bodyFromText(value)) !== undefined

/** Whether the editor keeps all of a body. */
export const isEditable = (value: string): boolean =>
  [...sanitizeBody(bodyFromText(value)).matchAll(/<\/?([a-z]\w*)/gi)].every(([, tag]) =>
    KEPT.has(tag?.toLowerCase() ?? ''),
  )

/** What the text field shows for a body: its text, or its HTML if it is more than text. */
export const shownText = (value: string): string => textFromBody(value) ?? value

/** The editor's HTML as a body: without empty paragraphs, and without paragraphs around a lone text in a list or table. */
export function toBody(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const paragraph of body.querySelectorAll('p')) if (!paragraph.hasChildNodes()) paragraph.remove()
  for (const part of body.querySelectorAll('li, td, th')) unwrapFirst(part)
  return body.innerHTML
}

function unwrapFirst(part: Element): void {
  const [first, ...others] = part.children
  if (first?.localName !== 'p' || !others.every(({ localName }) => localName === 'ul' || localName === 'ol'))
    return
  first.replaceWith(...first.childNodes)
}
