import { bodyFromText, textFromBody } from '@aviary/contract/messages/typed-body'
import { sanitizeBody } from '../../shared/sanitize.ts'

/** Elements of a body that the editor does not have, or not in such a place. */
const LOST = [
  ...['div', 'dl', 'dt', 'dd', 'code :not(code)', ':is(a, b, strong, i, em, u, s, sub, sup) code'],
  ...['pre :not(code)', 'li > :is(h3, h4, ul, ol, blockquote, pre, table, hr):first-child'],
].join()

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Whether a body, or the text it is typed as, has nothing but paragraphs. */
export const isPlain = (value: string): boolean => textFromBody(bodyFromText(value)) !== undefined

/** Whether the editor keeps all of a body. */
export const isEditable = (value: string): boolean =>
  parse(sanitizeBody(bodyFromText(value))).querySelector(LOST) === null

/** What the text field shows for a body: its text, or its HTML if it is more than text. */
export const shownText = (value: string): string => textFromBody(value) ?? value

/** The body as the editor reads it: a line break between two words is a space. */
export function toEditor(body: string): string {
  const root = parse(sanitizeBody(bodyFromText(body)))
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest('pre') && text.nodeValue)
      text.nodeValue = text.nodeValue.replace(/[ \t\r\n\f]+/g, ' ')
  return root.innerHTML
}

/** The editor's HTML as a body: without empty paragraphs, and without paragraphs around a lone text in a list or table. */
export function toBody(html: string): string {
  const body = parse(html)
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
