import { bodyPreview } from '@aviary/contract/messages/body'
import { diffMarkup, diffText, type Part } from './text-diff.ts'

/** The visible text of a body: paragraphs, list items and link targets, without markup. */
function readable(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2 ($1)')
    .replace(/<li>/g, '• ')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<br\s*\/?>|<\/(?:li|tr)>/g, '\n')
    .replace(/<\/(p|h3|h4|blockquote|pre|ul|ol)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => bodyPreview(line, Number.POSITIVE_INFINITY))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const getFormatting = (html: string): string =>
  (html.match(/<\/?(b|strong|i|em|u|ul|ol|h3|h4|blockquote|code|pre)\b/g) ?? [])
    .join('')
    .replaceAll(/strong\b/g, 'b')
    .replaceAll(/em\b/g, 'i')

export type BodyDifference = {
  parts: Part[]
  /** `markup`: equal texts, so `parts` compare the HTML. `formatting`: texts and formatting differ. */
  note?: 'markup' | 'formatting'
}

/** Compares the visible texts of two bodies, or their HTML if the texts are equal. */
export function bodyDifference(before: string, after: string): BodyDifference {
  const [was, is] = [readable(before), readable(after)]
  if (was === is) return { parts: diffMarkup(before, after), note: 'markup' }
  const parts = diffText(was, is)
  return getFormatting(before) === getFormatting(after) ? { parts } : { parts, note: 'formatting' }
}
