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

/** End tag of a block element. A text with such a tag counts as HTML, in which line ends have no meaning. */
const BLOCK_END = new RegExp(`</(?:${BLOCKS.join('|')})\\s*>`, 'i')
const INLINE_END = new RegExp(`</(${INLINE.join('|')})\\s*>`, 'gi')
const ANGLE = /<!--[^<]*-->|<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|</gi
/** The start of an address in angle brackets, which is no tag. */
const BRACKETED_ADDRESS = /<(?=https?:|mailto:|[^\s<>"'/]+@)/gi
const LONE_AMPERSAND = /&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi

/**
 * Converts typed text to a message body. HTML with block elements, such as `<p>…</p>`, keeps its tags. In other
 * text, empty lines separate paragraphs, and tags such as `<b>…</b>` stay. Every other angle bracket is escaped, as
 * in `<customer>`.
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

/** Spaces that HTML collapses. The wide space that begins a Japanese paragraph is not among them, and stays. */
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

/** A stored body as the form shows it: a body without block elements, as other systems send, gets paragraphs. */
export function bodyInForm(stored: string): string {
  if (stored.trim() === '' || BLOCK_END.test(stored)) return stored
  // In HTML, a line break is shown as a space. A body without any tag is plain text, so its line breaks stay.
  return stored.includes('<') ? `<p>${stored.replaceAll(/[\r\n]+/g, ' ')}</p>` : toParagraphs(stored)
}

/** Whether typed text is a body without visible text. */
export const isBlank = (typed: string): boolean => bodyPreview(bodyFromText(typed), 1) === ''

/** The body to store: `stored` unchanged, byte for byte, if the typed text is still the same body. */
export const bodyToStore = (typed: string, stored: string | undefined): string =>
  stored !== undefined && isSameBody(typed, bodyInForm(stored)) ? stored : bodyFromText(typed)

/** Whether two typed texts or bodies are the same body. */
export const isSameBody = (one: string, other: string): boolean =>
  one === other || comparableBody(one) === comparableBody(other)

/** Normalizes a typed text or a body, so that different spellings of the same body are equal. */
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
 * Reverses `bodyFromText`; undefined for a body with more than paragraphs and line breaks, such as a list or a
 * link.
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
