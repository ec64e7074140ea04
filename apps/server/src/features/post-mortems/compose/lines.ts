import { shorten } from '@aviary/contract/cut-text'
import { fill } from '@aviary/contract/fill'
import { LONGEST_LINE, MOST_LINES } from '@aviary/contract/post-mortems/rules'
import type { PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import type { CellStatus } from '@aviary/contract/status/rules'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { toOneLine } from '@aviary/contract/wire'
import { severityWord } from '../../../mail/public.ts'
import { lineLanguage, lineTexts } from './texts.ts'

/** A line always made from an entry of the story. */
export type ComposedLine = PostMortemLine & { entry: string }

type Names = ReadonlyMap<string, string>
type Words = { locale: string; serviceNames: Names; dataCenterNames: Names }
type Told = Extract<TimelineEntry, { kind: 'broadcast' }>

/** A message is quoted by its beginning; its whole text stays with the incident. */
const LONGEST_QUOTE = 300

/** People who were mailed a broadcast, or are still to be. */
export const countRecipients = ({ progress }: Told): number =>
  progress.queued + progress.sent + progress.deferred + progress.failed + progress.bounced

/** The key of an entry. A service that changes at the same time in several data centers has one key, and one line. */
export function keyOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'status':
      return `status ${entry.at} ${entry.service} ${entry.status}`
    case 'message':
      return `message ${entry.message_id}`
    case 'broadcast':
      return `broadcast ${entry.broadcast_id}`
    case 'role':
      return `role ${entry.at} ${entry.role}`
    default:
      return `${entry.kind} ${entry.at}`
  }
}

/**
 * The lines that entries of a story give, the oldest first. The mail of a message has no line of its own, unless it is a
 * correction or the message is gone: who was told when is among the facts. Of a story that is too long, status changes
 * are left out.
 */
export function toLines(
  shownEntries: readonly TimelineEntry[],
  { entries, ...words }: Words & { entries: readonly TimelineEntry[] },
): ComposedLine[] {
  const messages = new Set(entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message_id] : [])))
  const describe = openDescribe(words)
  const isOwnLine = (entry: TimelineEntry) =>
    entry.kind !== 'sla_end' &&
    !(
      entry.kind === 'broadcast' &&
      !entry.is_correction &&
      entry.message_id !== null &&
      messages.has(entry.message_id)
    )
  const groups = [...Map.groupBy(shownEntries.filter(isOwnLine), keyOf)]
  const isStatus = ([, [entry]]: (typeof groups)[number]) => entry?.kind === 'status'
  const others = groups.filter((group) => !isStatus(group)).slice(-MOST_LINES)
  const statuses = groups.filter(isStatus).slice(0, MOST_LINES - others.length)
  return [...others, ...statuses]
    .flatMap(([entry, [first, ...more]]) =>
      first ? { at: first.at, text: shorten(toOneLine(describe(first, more)), LONGEST_LINE - 1), entry } : [],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

function openDescribe({ locale, serviceNames, dataCenterNames }: Words) {
  const texts = lineTexts(locale)
  const number = new Intl.NumberFormat(lineLanguage(locale))
  // Mails name no status that is normal: in their words that is any incident.
  const statusWord = (status: CellStatus) =>
    status === 'NORMAL' ? texts.normal : status === 'NA' ? texts.noStatus : severityWord(status, locale)
  return (entry: TimelineEntry, more: readonly TimelineEntry[]): string => {
    switch (entry.kind) {
      case 'status': {
        const dataCenters = [entry, ...more].flatMap((cell) =>
          cell.kind === 'status' ? [dataCenterNames.get(cell.data_center) ?? cell.data_center] : [],
        )
        const place = [serviceNames.get(entry.service) ?? entry.service, ...dataCenters].join(', ')
        return fill(texts.status, { place, status: statusWord(entry.status) })
      }
      case 'message':
        return fill(texts.message, { title: entry.title, text: shorten(entry.text, LONGEST_QUOTE) })
      case 'broadcast':
        return fill(entry.is_correction ? texts.corrected : texts.mailed, {
          count: number.format(countRecipients(entry)),
          subject: entry.subject,
        })
      case 'role':
        return fill(texts.role, {
          role: (Object.hasOwn(entry.translations, locale) && entry.translations[locale]) || entry.name,
          holder: entry.holder ?? texts.nobody,
        })
      default:
        return entry.kind === 'end' ? texts.end : texts.start
    }
  }
}
