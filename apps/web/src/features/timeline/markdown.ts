import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import type { ToldEntry } from './use-tell-entry.ts'

/** The time line as a Markdown list; what people wrote is not read as Markdown. */
export function toMarkdown(
  heading: string,
  entries: readonly TimelineEntry[],
  tell: (entry: TimelineEntry) => ToldEntry,
): string {
  const lines = entries.map((entry) => {
    const { title, text } = tell(entry)
    const when = `${entry.at.slice(0, 16).replace('T', ' ')} UTC`
    return `- **${when}** ${escapeMarkdown(title)}${text ? `\n  ${escapeMarkdown(text)}` : ''}`
  })
  return `# ${escapeMarkdown(heading)}\n\n${lines.join('\n')}\n`
}

const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
