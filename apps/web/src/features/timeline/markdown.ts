import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import type { EntryText } from './use-entry-text.ts'

/** The timeline as a Markdown list; user-written text is escaped. */
export function toMarkdown(
  heading: string,
  entries: readonly TimelineEntry[],
  toEntryText: (entry: TimelineEntry) => EntryText,
): string {
  const lines = entries.map((entry) => {
    const { title, text } = toEntryText(entry)
    const time = `${entry.at.slice(0, 16).replace('T', ' ')} UTC`
    return `- **${time}** ${escapeMarkdown(title)}${text ? `\n  ${escapeMarkdown(text)}` : ''}`
  })
  return `# ${escapeMarkdown(heading)}\n\n${lines.join('\n')}\n`
}

const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
