import { EXACT_TIME } from '@aviary/contract/exact-time'
import { isTimeZone } from '@aviary/contract/time-zone'
import type { MailContent } from './queries.ts'

/** Zone and language of a mail's reader; null for UTC alone. */
export type Reader = { locale: string; timeZone: string | null }

/** A time in the facts of a mail. `shown` is its text in the stored mail. */
export type StatedTime = { at: Date; shown: string }

/** A part of the HTML or the text of a mail. The time that it ends with, if any, is stated in the reader's zone, too. */
export type Piece = { text: string; time?: StatedTime | undefined }

/** Label and time of a fact, as `layOut` writes them; bodies that people write keep no such element. */
const FACT = />([^<]*)<\/td><td [^>]*><time datetime="([^"]+)">([^<]*)(?=<\/time>)/g

type TimedFact = StatedTime & { end: number; label: string }

/** Splits a stored mail, which is the same for all readers of its language, behind the times of its facts. */
export function splitAtTimes({ html, text }: MailContent): { html: Piece[]; text: Piece[] } {
  const facts = [...html.matchAll(FACT)].map((match): TimedFact => {
    const [fact, label = '', at = '', shown = ''] = match
    return {
      ...{ at: new Date(at), shown: unescapeHtml(shown) },
      ...{ end: match.index + fact.length, label: unescapeHtml(label) },
    }
  })
  return { html: split(html, facts), text: split(text, findLines(text, facts)) }
}

/** In plain text a fact is a line. From the end, because the body, which may have the same line, is above the facts. */
function findLines(text: string, facts: readonly TimedFact[]): TimedFact[] {
  let start = text.length
  return facts
    .toReversed()
    .flatMap((fact) => {
      const line = `\n${fact.label}: ${fact.shown}`
      const found = text.lastIndexOf(`${line}\n`, start - 1)
      if (found < 0) return []
      start = found
      return [{ ...fact, end: found + line.length }]
    })
    .toReversed()
}

function split(text: string, facts: readonly TimedFact[]): Piece[] {
  const starts = [0, ...facts.map(({ end }) => end)]
  return starts.map((start, index) => {
    const fact = facts[index]
    return { text: text.slice(start, fact?.end), time: fact && { at: fact.at, shown: fact.shown } }
  })
}

/** What follows a time in the mail of one reader; empty if their zone adds nothing or is unknown to this process. */
export function inZoneOf({ locale, timeZone }: Reader, { at, shown }: StatedTime): string {
  const format = timeZone === null ? undefined : formatFor(locale, timeZone)
  if (!format) return ''
  const parts = format.formatToParts(at)
  const zoned = parts.map(({ value }) => value).join('')
  return isStated(parts, shown) ? '' : ` · ${zoned}`
}

/** Whether a mail shows the zone already: UTC, or as one about maintenance does ("10:00 PST (… 18:00 UTC)"). */
function isStated(parts: readonly Intl.DateTimeFormatPart[], shown: string): boolean {
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value
  if (textOf('timeZoneName') === 'UTC') return true
  const start = shown.indexOf(`${textOf('hour')}:${textOf('minute')} P`)
  return start >= 0 && PACIFIC.test(shown.slice(start))
}

const PACIFIC = /^\d\d:\d\d P[DS]T\b/

/** A mail as one reader gets it. */
export function inTimeZone(content: MailContent, reader: Reader): MailContent {
  const { html, text } = splitAtTimes(content)
  const join = (pieces: readonly Piece[]) =>
    pieces.map((piece) => piece.text + (piece.time ? inZoneOf(reader, piece.time) : '')).join('')
  return { ...content, html: join(html), text: join(text) }
}

/** One for each zone and language in use, since making one takes fifty times as long as using it. 30 kB each. */
const formats = new Map<string, Intl.DateTimeFormat | undefined>()
/** More than there are zones and languages. */
const MAX_FORMATS = 4_000

function formatFor(locale: string, timeZone: string): Intl.DateTimeFormat | undefined {
  const key = `${locale} ${timeZone}`
  if (!formats.has(key)) {
    if (formats.size >= MAX_FORMATS) formats.clear()
    const isKnown = isTimeZone(timeZone)
    formats.set(key, isKnown ? new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone }) : undefined)
  }
  return formats.get(key)
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Undoes `escapeHtml`. */
const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
