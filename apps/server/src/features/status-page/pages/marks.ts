import { escapeHtml } from '@aviary/contract/escape-html'
import type { Severity } from '@aviary/contract/status/rules'
import { severityWord } from '../../../mail/public.ts'
import type { StatusTexts } from '../words/status-texts.ts'

/** Shape and colour of a severity; the shapes differ, so that colour is never the only sign. */
const MARKS: Record<Severity | 'maintenance' | 'unknown', { name: string; path: string }> = {
  NORMAL: { name: 'normal', path: 'M5 12l5 5L20 7' },
  PARTIAL_PERFORMANCE: { name: 'pperf', path: 'M7 10l5 5 5-5' },
  PERFORMANCE: { name: 'perf', path: 'M7 7l5 5 5-5M7 13l5 5 5-5' },
  PARTIAL_OUTAGE: { name: 'pout', path: 'M12 19v.01M12 15V5' },
  OUTAGE: { name: 'out', path: 'M18 6L6 18M6 6l12 12' },
  maintenance: {
    name: 'work',
    path: 'M7 10h3V7L6.5 3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1-3 3l-6-6a6 6 0 0 1-8-8L7 10',
  },
  unknown: { name: 'work', path: 'M6 12h12' },
}

export type MarkKind = keyof typeof MARKS

export const markName = (kind: MarkKind): string => MARKS[kind].name

const icon = (kind: MarkKind): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${MARKS[kind].path}"/></svg>`

/** A severity in words; a normal state has a word of its own here, as mails never tell of one. */
export function wordOf(kind: MarkKind, locale: string, texts: StatusTexts): string {
  if (kind === 'maintenance') return texts.maintenance
  if (kind === 'unknown') return texts.unknown
  return kind === 'NORMAL' ? texts.normal : severityWord(kind, locale)
}

/** A square with the shape; the word is left to what stands beside it. */
export const renderMark = (kind: MarkKind): string =>
  `<span class="mark ${MARKS[kind].name}">${icon(kind)}</span>`

/** The shape with its word. */
export const renderSeverity = (kind: MarkKind, word: string): string =>
  `<span class="severity ${MARKS[kind].name}">${icon(kind)}<span>${escapeHtml(word)}</span></span>`
