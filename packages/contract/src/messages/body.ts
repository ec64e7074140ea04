import { FALLBACK_LOCALE } from '../constants.ts'

/** Language of the second body that forms offer beside the English one (spec 2 §9). */
export const JAPANESE = 'ja'

const HAS_TAG = /<\/?[a-z][^>]*>/i
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts typed text to a message body: HTML stays unchanged, plain lines become paragraphs. */
export function bodyFromText(typed: string): string {
  if (HAS_TAG.test(typed)) return typed
  return typed
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/** Maximum start and end tags of a body; sanitizing more would block other requests for too long. */
export const MAX_BODY_TAGS = 2_500

export const hasTooManyTags = (html: string): boolean => html.split('<').length - 1 > MAX_BODY_TAGS

/** Texts by language; a plain string is English. */
export const byLanguage = (given: string | Record<string, string>): Record<string, string> =>
  typeof given === 'string' ? { [FALLBACK_LOCALE]: given } : given

/** A body as one line of text, cut at `maxLength` characters, for lists. */
export function bodyPreview(html: string, maxLength: number): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
