import { bodyFromText, textFromBody } from '@aviary/contract/messages/typed-body'
import { sanitizeBody } from '../../shared/sanitize.ts'

/** Markup that the editor would lose: elements that it does not know, or does not allow in this position. */
const LOST = [
  ...['div', 'dl', 'dt', 'dd', 'code :not(code)', ':is(a, b, strong, i, em, u, s, sub, sup) code'],
  ...['pre :not(code)', 'li > :is(h3, h4, ul, ol, blockquote, pre, table, hr):first-child'],
].join()

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Whether a value (text or HTML) has only paragraphs, so that a plain text field can show it. */
export const isPlain = (value: string): boolean => textFromBody(bodyFromText(value)) !== undefined

/** Whether the editor can edit a body without losing markup. */
export const isEditable = (value: string): boolean =>
  parse(sanitizeBody(bodyFromText(value))).querySelector(LOST) === null

/** Content of the text field for a body: plain text, or HTML if the body has more than paragraphs. */
export const shownText = (value: string): string => textFromBody(value) ?? value

/** The body for the editor. Collapses white space, because the editor would show line breaks of the HTML source. */
export function toEditor(body: string): string {
  const root = parse(sanitizeBody(bodyFromText(body)))
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest('pre') && text.nodeValue)
      text.nodeValue = text.nodeValue.replace(/[ \t\r\n\f]+/g, ' ')
  return root.innerHTML
}

/**
 * The editor's HTML as a body. Removes empty paragraphs, and the paragraph that the editor puts around the text of a
 * list item or cell.
 */
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
