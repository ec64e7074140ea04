import { BODY_POLICY } from '../incidents/body-policy.ts'
import { bodyPreview } from './body.ts'

/** Elements that break lines themselves. */
const BLOCKS = [
  ...['p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'pre', 'div', 'hr', 'dl', 'dt', 'dd'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...Object.keys(BODY_POLICY.blocks).filter((tag) => !['strike', 'del'].includes(tag)),
  ...['html', 'head', 'body', 'script', 'style', 'iframe', 'option', 'select', 'svg', 'video'],
]
/** Other elements that people paste; a body loses most of them, and its author is told so. */
const PASTED = ['img', 'span', 'font', 'button', 'input', 'label', 'small', 'big', 'mark', 'tt', 'q', 'ins']

const tagOf = (names: readonly string[]): RegExp =>
  new RegExp(`</?(?:${[...new Set(names)].join('|')})(?=[\\s/>])[^<>]*>`, 'i')
const BLOCK_TAG = tagOf(BLOCKS)
const HTML_TAG = tagOf([...BLOCKS, ...BODY_POLICY.tags, 'strike', 'del', ...PASTED])
/** The start of an address in angle brackets, which is no tag. */
const BRACKETED_ADDRESS = /<(?=https?:|mailto:|[^\s<>"']+@)/gi

/**
 * Converts typed text to a message body. Lines become paragraphs, unless block elements such as `<p>` say where
 * they end. HTML elements stay; other angle brackets are text.
 */
export function bodyFromText(typed: string): string {
  if (!HTML_TAG.test(typed)) return toParagraphs(escapeText(typed))
  const html = typed.replaceAll(BRACKETED_ADDRESS, '&lt;')
  return BLOCK_TAG.test(html) ? html : toParagraphs(html)
}

/** Whether typed text is a body without visible text. */
export const isBlank = (typed: string): boolean => bodyPreview(bodyFromText(typed), 1) === ''

const toParagraphs = (lines: string): string =>
  lines
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br />')}</p>`)
    .join('')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')

const ONLY_PARAGRAPHS = /^\s*(?:<p>(?:[^<]|<br\s*\/?>)*<\/p>\s*)*$/i
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|#39|nbsp);)/i

/**
 * The text that `bodyFromText` makes this body from; undefined for a body with more than paragraphs and line
 * breaks, such as a list or a link.
 */
export function textFromBody(body: string): string | undefined {
  if (!ONLY_PARAGRAPHS.test(body) || UNKNOWN_ENTITY.test(body)) return undefined
  const text = body
    .replace(/\s+/g, ' ')
    .replace(/ ?<br\s*\/?> ?/gi, '\n')
    .replace(/<\/p> ?/gi, '\n\n')
    .replace(/<p> ?/gi, '')
    .replace(/&nbsp;/gi, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
  return HTML_TAG.test(text) ? undefined : text
}
