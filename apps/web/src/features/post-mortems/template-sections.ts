import { bodyPreview } from '@aviary/contract/messages/body'
import type { PostMortemText } from '@aviary/contract/post-mortems/rules'
import type { Texts } from './values.ts'

/** Names of each field, as headings of a template have them. */
export type FieldNames = Record<PostMortemText, readonly string[]>

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s:：.]+/g, ' ')
    .trim()

/** The text of HTML, with a line for each paragraph and list item. */
const toLines = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/<li>/g, '\n• ')
    .replace(/<br\s*\/?>|<\/(?:p|li|h[1-6]|blockquote|pre|tr|ul|ol)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => bodyPreview(line, Number.POSITIVE_INFINITY))
    .filter((line) => line !== '')
    .join('\n')

/**
 * The texts of a template by field. A line that is only the name of a field is a heading; what stands before the first
 * one is the summary.
 */
export function readSections(html: string, names: FieldNames): Partial<Texts> {
  const fields = Object.keys(names) as PostMortemText[]
  const lines: Record<string, string[]> = {}
  let field: PostMortemText = 'summary'
  for (const line of toLines(html).split('\n')) {
    const heading = fields.find((name) => names[name].some((word) => normalize(word) === normalize(line)))
    if (heading) field = heading
    else lines[field] = [...(lines[field] ?? []), line]
  }
  return Object.fromEntries(
    Object.entries(lines)
      .map(([name, texts]) => [name, texts.join('\n').trim()] as const)
      .filter(([, text]) => text !== ''),
  )
}
