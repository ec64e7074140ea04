import { BODY_POLICY } from '../incidents/body-policy.ts'
import { bodyPreview } from './body.ts'

/** Elements that stand within a line and have an end tag. */
const INLINE = [
  ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'code', 'strike', 'del', 'ins'],
  ...['span', 'font', 'small', 'big', 'mark', 'tt', 'q', 'kbd', 'abbr'],
]
/** Elements without an end tag. */
const VOID = ['br', 'hr', 'img', 'wbr']
const BLOCKS = [
  ...[...BODY_POLICY.tags, ...Object.keys(BODY_POLICY.blocks)].filter(
    (tag) => ![...INLINE, ...VOID].includes(tag),
  ),
  ...['html', 'body'],
]

/** The end of an element that says itself where lines end: whoever typed or pasted it wrote HTML. */
const BLOCK_END = new RegExp(`</(?:${BLOCKS.join('|')})\\s*>`, 'i')
const INLINE_END = new RegExp(`</(${INLINE.join('|')})\\s*>`, 'gi')
const ANGLE = /<!--[^<]*-->|<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|</gi
/** The start of an address in angle brackets, which is no tag. */
const BRACKETED_ADDRESS = /<(?=https?:|mailto:|[^\s<>"'/]+@)/gi
const LONE_AMPERSAND = /&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi

/**
 * Converts typed text to a message body. HTML with blocks, such as `<p>…</p>`, stays as it is. Of other text
 * lines become paragraphs and tags such as `<b>…</b>` stay; every other angle bracket is text, such as those of
 * `<customer>`.
 */
export function bodyFromText(typed: string): string {
  if (BLOCK_END.test(typed)) return typed.replace(BRACKETED_ADDRESS, '&lt;').replace(LONE_AMPERSAND, '&amp;')
  const tags = new Set([...VOID, ...[...typed.matchAll(INLINE_END)].map(([, name]) => name?.toLowerCase())])
  let isHtml = false
  const html = typed.replace(ANGLE, (part, name?: string) => {
    const isTag = name !== undefined && tags.has(name.toLowerCase())
    isHtml ||= isTag
    return isTag || part.startsWith('<!--') ? part.replace(/\s+/g, ' ') : `&lt;${part.slice(1)}`
  })
  return toParagraphs(isHtml ? html.replace(LONE_AMPERSAND, '&amp;') : escapeText(typed))
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/** The spaces that HTML does not show; a Japanese paragraph begins with a wide one, which is not among them. */
const SPACES = ' \t\r\n\f'

// A regular expression would take seconds for a text with very many spaces.
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.includes(text.charAt(start))) start += 1
  while (end > start && SPACES.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const toParagraphs = (lines: string): string =>
  lines
    .split(/\n[ \t\r\f]*\n/)
    .map(trimmed)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`)
    .join('')

/** A stored body as a form has it: one without blocks, as other systems send them, becomes paragraphs. */
export function bodyInForm(stored: string): string {
  if (stored.trim() === '' || BLOCK_END.test(stored)) return stored
  // A page shows a line break beside tags as a space; without any tag it was plain text.
  return stored.includes('<') ? `<p>${stored.replaceAll(/[\r\n]+/g, ' ')}</p>` : toParagraphs(stored)
}

/** Whether typed text is a body without visible text. */
export const isBlank = (typed: string): boolean => bodyPreview(bodyFromText(typed), 1) === ''

/** The body to store for a field: the stored one, byte by byte, if the field has it still or again. */
export const bodyToStore = (typed: string, stored: string | undefined): string =>
  stored !== undefined && isSameBody(typed, bodyInForm(stored)) ? stored : bodyFromText(typed)

/** Whether two typed texts or bodies are the same body. */
export const isSameBody = (one: string, other: string): boolean =>
  one === other || comparableBody(one) === comparableBody(other)

/** A typed text or a body in one spelling, to compare it with another. */
export function comparableBody(typed: string): string {
  const body = bodyFromText(typed)
  // Within `pre` each space counts.
  if (/<pre\b/i.test(body)) return body
  return body
    .replaceAll(/<br\s*\/?>/gi, '<br />')
    .replaceAll(/&nbsp;/gi, '\u00A0')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/ ?(<\/?p>|<br \/>) ?/gi, '$1')
    .replaceAll('<p></p>', '')
}

const ONLY_PARAGRAPHS = /^\s*(?:<p>(?:[^<]|<br\s*\/?>)*<\/p>\s*)*$/i
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|#39|nbsp);)/i

/**
 * The text that `bodyFromText` makes this body from; undefined for a body with more than paragraphs and line
 * breaks, such as a list or a link.
 */
export function textFromBody(body: string): string | undefined {
  if (!ONLY_PARAGRAPHS.test(body) || UNKNOWN_ENTITY.test(body)) return undefined
  const text = trimmed(
    body
      .replace(/[ \t\r\n\f]+/g, ' ')
      .replace(/ ?<br\s*\/?> ?/gi, '\n')
      .replace(/<\/p> ?/gi, '\n\n')
      .replace(/<p> ?/gi, '')
      .replace(/&nbsp;/gi, '\u00A0')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )
  return isSameBody(text, body) ? text : undefined
}
