import { escapeHtml } from '@aviary/contract/escape-html'
import { fill } from '@aviary/contract/fill'
import { rank } from '@aviary/contract/status/rules'
import type { PublicCell } from '../snapshot/schema.ts'
import { formatsByLocale, type Site } from './frame.ts'
import { wordOf } from './marks.ts'

const STEP = 4
const BAR = 24
/** How high the bar of a day stands, by the rank of its severity. */
const HEIGHTS = [0, 6, 12, 18, BAR]

export type Days = Pick<PublicCell, 'troubled_days' | 'availability'>

/** The worst of several cells on each day, and the mean of their availability. */
export function mergeDays(cells: readonly Days[]): Days {
  const days = new Map<number, PublicCell['troubled_days'][number]>()
  for (const day of cells.flatMap(({ troubled_days }) => troubled_days)) {
    const known = days.get(day.index)
    const isWorse = !known || rank(day.severity) > rank(known.severity)
    const isLonger = known?.severity === day.severity && day.minutes > known.minutes
    if (isWorse || isLonger) days.set(day.index, day)
  }
  const shares = cells.flatMap(({ availability }) => availability ?? [])
  return {
    troubled_days: [...days.values()].toSorted((a, b) => a.index - b.index),
    availability: shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null,
  }
}

const percentFormats = formatsByLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
)

export function formatShare(availability: number | null, { locale, texts }: Site): string {
  if (availability === null) return texts.unknown
  // Never rounded up to 100: something was not available.
  const floored = availability < 100 ? Math.min(99.99, availability) : 100
  return fill(texts.available, { percent: percentFormats.get(locale)?.format(floored / 100) ?? '' })
}

/**
 * One bar for each day: unknown days grey, others green with the worst severity of the day before it, the higher the
 * worse. Days without trouble are one dashed line, so that a page with many cells stays small.
 */
export function renderBars(name: string, { troubled_days, availability }: Days, site: Site): string {
  const { days, known_since } = site.status
  const width = days * STEP - 1
  const from = known_since * STEP
  const troubles = troubled_days.map(({ index, severity }) => {
    const height = HEIGHTS[rank(severity)] ?? BAR
    return `<rect class="t${rank(severity)}" x="${index * STEP}" y="${28 - height}" width="3" height="${height}"/>`
  })
  const known = troubled_days.map(({ index, severity, minutes }) => `${index}:${rank(severity)}:${minutes}`)
  const label = `${name}: ${formatShare(availability, site)}`
  return `<svg class="bars" viewBox="0 0 ${width} 28" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}" data-last="${days - 1}" data-known="${known_since}" data-trouble="${known.join(' ')}">${
    from > 0 ? `<path class="u" d="M0 16H${from - 1}"/>` : ''
  }${from < width ? `<path class="n" d="M${from} 16H${width}"/>` : ''}${troubles.join('')}<rect class="at" hidden x="0" y="2" width="4" height="26"/></svg>`
}

/** What the script needs to read out a day. */
export function renderDayWords({ status, locale, texts }: Site): string {
  const words = {
    ...{ n: texts.normal, u: texts.unknown, minutes: texts.minutes },
    ...{ t1: wordOf('PARTIAL_PERFORMANCE', locale, texts), t2: wordOf('PERFORMANCE', locale, texts) },
    ...{ t3: wordOf('PARTIAL_OUTAGE', locale, texts), t4: wordOf('OUTAGE', locale, texts) },
  }
  return escapeHtml(JSON.stringify({ first: status.first_day, words }))
}
