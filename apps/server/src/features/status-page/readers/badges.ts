import { escapeHtml } from '@aviary/contract/escape-html'
import type { Site } from '../pages/frame.ts'
import type { StatusFile } from '../status-file.ts'
import type { Scope } from './scopes.ts'
import { type ComponentStatus, statusOfCell, worstStatus } from './statuspage/component-status.ts'

/** `color`: a name that shields.io knows; `fill`: one that white text can be read on. */
const LOOKS: Record<ComponentStatus, { message: string; color: string; fill: string }> = {
  operational: { message: 'operational', color: 'brightgreen', fill: '#1a7f37' },
  under_maintenance: { message: 'under maintenance', color: 'blue', fill: '#0b63ce' },
  degraded_performance: { message: 'degraded performance', color: 'yellow', fill: '#7a5c00' },
  partial_outage: { message: 'partial outage', color: 'orange', fill: '#b04600' },
  major_outage: { message: 'major outage', color: 'red', fill: '#b3261e' },
}

/** Least time for which shields.io keeps an answer. */
const CACHE_SECONDS = 300
const MOST_CHARACTERS = 60

/** The state as a picture, and as an answer from which shields.io draws one (its "endpoint badge"). */
export function renderBadges({ status }: Site, { folder, place, cells }: Scope): StatusFile[] {
  const look = LOOKS[worstStatus(cells.map(statusOfCell))]
  const label = shorten(place?.name || status.page.provider) || 'status'
  const { message, color } = look
  const endpoint = { schemaVersion: 1, label, message, color, cacheSeconds: CACHE_SECONDS }
  return [
    {
      ...{ name: `${folder}badge.json`, type: 'application/json; charset=utf-8', isShared: true },
      content: `${JSON.stringify(endpoint)}\n`,
    },
    {
      ...{ name: `${folder}badge.svg`, type: 'image/svg+xml; charset=utf-8', isShared: true },
      content: drawBadge(label, look),
    },
  ]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function shorten(text: string): string {
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  const isLong = characters.length > MOST_CHARACTERS
  return isLong ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : text
}

const PADDING = 6
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u
const NARROW = /[ .,:;!'|()[\]ijltfrI1-]/

/** Width in pixels at 11 pixels' height; the picture sets the text to exactly this width. */
const widthOf = (text: string): number =>
  Math.ceil(
    [...graphemes.segment(text)].reduce((sum, { segment }) => {
      if (WIDE.test(segment)) return sum + 11
      return sum + (NARROW.test(segment) ? 4 : 7)
    }, 0),
  )

function drawBadge(label: string, { message, fill }: (typeof LOOKS)[ComponentStatus]): string {
  const [left, right] = [label, message].map((text) => widthOf(text) + 2 * PADDING) as [number, number]
  const name = escapeHtml(`${label}: ${message}`)
  const part = (text: string, x: number, width: number) =>
    `<text x="${x + PADDING}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${left + right}" height="20" rx="3" fill="#3d444d"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${fill}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" aria-hidden="true">
${part(label, 0, left)}
${part(message, left, right)}
</g>
</svg>
`
}
