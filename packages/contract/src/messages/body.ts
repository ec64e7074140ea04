import { FALLBACK_LOCALE } from '../constants.ts'
import { shorten } from '../cut-text.ts'

/** Language of the second body that forms offer beside the English one (spec 2 §9). */
export const JAPANESE = 'ja'

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
  return shorten(text, maxLength)
}
