import { BODY_POLICY } from '../incidents/body-policy.ts'
import { bodyPreview } from './body.ts'

/** Elements that may stand without an end tag. */
const WITHOUT_END = new Set(['p', 'br', 'hr', 'li', 'dt', 'dd', 'tr', 'th', 'td', 'img'])
/** Elements of BODY_POLICY, or replaced by it, that stand within a line. */
const INLINE = new Set([
  ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'code', 'strike', 'del'],
  ...['img', 'span', 'font', 'small', 'big', 'mark', 'tt', 'q', 'ins'],
])
const BLOCKS = new Set([
  ...[...BODY_POLICY.tags, ...Object.keys(BODY_POLICY.blocks)].filter((tag) => !INLINE.has(tag)),
  ...['html', 'head', 'title', 'body', 'script', 'style', 'iframe', 'svg', 'video'],
])

const ANGLE = /<!--[^<]*-->|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|<|>|&/gi
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Converts typed text to a message body. Lines become paragraphs, unless block elements such as `<p>` say where
 * they end. Tags of HTML stay; every other angle bracket is text, such as those of `<customer>`.
 */
export function bodyFromText(typed: string): string {
  const ended = new Set(
    [...typed.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi)].map(([, name]) => name?.toLowerCase()),
  )
  const isTag = (name: string) =>
    (INLINE.has(name) || BLOCKS.has(name)) && (WITHOUT_END.has(name) || ended.has(name))
  const tags = [...typed.matchAll(ANGLE)]
    .flatMap(([, , name]) => (name ? [name.toLowerCase()] : []))
    .filter(isTag)
  const isHtml = tags.length > 0
  const body = typed.replace(ANGLE, (part, _slash, name?: string) => {
    if (!isHtml) return part.length > 1 ? escapeText(part) : (ESCAPES[part] ?? '')
    if (part === '<') return '&lt;'
    return name && !isTag(name.toLowerCase()) ? `&lt;${part.slice(1)}` : part
  })
  return tags.some((name) => BLOCKS.has(name)) ? body : toParagraphs(body)
}

const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/** Removes only spaces that HTML does not show; a Japanese paragraph begins with a wide one. */
const trimmed = (text: string): string => text.replace(/^[ \t\r\n\f]+/, '').replace(/[ \t\r\n\f]+$/, '')

const toParagraphs = (lines: string): string =>
  lines
    .split(/\n[ \t\r\f]*\n/)
    .map(trimmed)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll(/\r?\n/g, '<br />')}</p>`)
    .join('')

/** Whether typed text is a body without visible text. */
export const isBlank = (typed: string): boolean => bodyPreview(bodyFromText(typed), 1) === ''

/** The body to store for a field: the stored one, byte by byte, if the field has it still or again. */
export const bodyToStore = (typed: string, stored: string | undefined): string =>
  stored !== undefined && isSameBody(typed, stored) ? stored : bodyFromText(typed)

/** Whether two typed texts or bodies are the same body. */
export const isSameBody = (one: string, other: string): boolean =>
  one === other || comparableBody(one) === comparableBody(other)

/** A typed text or a body in one spelling, to compare it with another. */
export const comparableBody = (typed: string): string =>
  bodyFromText(typed)
    .replaceAll(/<br\s*\/?>/gi, '<br />')
    .replaceAll(/&nbsp;/gi, '\u00A0')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/ ?(<\/?p>|<br \/>) ?/gi, '$1')
    .replaceAll('<p></p>', '')

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
