import type { GuideOutline } from '../shared/guide.ts'

/** A section of the guide, and why it was found. */
export type GuideFinding = { reference: string; title: string; note: string }

const MAX_FINDINGS = 6
const MIN_CHARACTERS = 2
/** Characters quoted before and after a word that was found in a section's text. */
const QUOTE = { before: 30, after: 60 }

/**
 * Sections whose heading and page title have all words of the search text; then sections that have all words
 * only with their text included. Without a search text, only the contents page.
 */
export function findInGuide(pages: readonly GuideOutline[], search: string): GuideFinding[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const sections = pages.flatMap((page) =>
    page.sections.map(({ id, title, text }) => ({
      reference: id === '' ? page.name : `${page.name}#${id}`,
      title,
      page: id === '' ? '' : page.title,
      text,
    })),
  )
  if (words.length === 0) return sections.slice(0, 1).map(toFinding)
  if (search.trim().length < MIN_CHARACTERS) return []
  const byHeading = sections.filter(({ title, page }) => hasAll(`${title} ${page}`))
  const byText = sections.filter(
    (section) => !byHeading.includes(section) && hasAll(`${section.title} ${section.page} ${section.text}`),
  )
  return [
    ...byHeading.map(toFinding),
    ...byText.map(({ reference, title, text }) => ({ reference, title, note: quote(text, words) })),
  ].slice(0, MAX_FINDINGS)
}

const toFinding = ({ reference, title, page }: { reference: string; title: string; page: string }) => ({
  reference,
  title,
  note: page,
})

/** Quotes whole words of a text around the first searched word in it. */
function quote(text: string, words: readonly string[]): string {
  const positions = words.map((word) => text.toLowerCase().indexOf(word)).filter((position) => position >= 0)
  const at = Math.min(...positions)
  const start = at <= QUOTE.before ? 0 : text.indexOf(' ', at - QUOTE.before) + 1
  const end = at + QUOTE.after >= text.length ? text.length : text.lastIndexOf(' ', at + QUOTE.after)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
