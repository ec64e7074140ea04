import { bodyPreview } from '@aviary/contract/messages/body'
import { markupParts, type Part, partsOf } from '../../shared/text-diff.ts'

/** A body as a reader sees it: paragraphs, list items and the addresses of links, without the markup. */
function readable(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2 ($1)')
    .replace(/<li>/g, '• ')
    .replace(/<br\s*\/?>|<\/li>/g, '\n')
    .replace(/<\/(p|h3|h4|blockquote|pre|ul|ol)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => bodyPreview(line, Number.POSITIVE_INFINITY))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const formattingOf = (html: string): string =>
  (html.match(/<\/?(b|strong|i|em|u|ul|ol|h3|h4|blockquote|code|pre)\b/g) ?? []).join('')

export type BodyDifference = {
  parts: Part[]
  /** `markup`: it reads the same, the parts are of the HTML. `formatting`: that changed as well. */
  note?: 'markup' | 'formatting'
}

/** How two bodies differ for who reads them; where they read the same, how their HTML does. */
export function bodyDifference(before: string, after: string): BodyDifference {
  const [was, is] = [readable(before), readable(after)]
  if (was === is) return { parts: markupParts(before, after), note: 'markup' }
  const parts = partsOf(was, is)
  return formattingOf(before) === formattingOf(after) ? { parts } : { parts, note: 'formatting' }
}
