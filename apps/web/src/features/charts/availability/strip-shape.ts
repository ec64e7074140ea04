import type { CellStatus } from '@aviary/contract/status/rules'
import type { DayState } from './day-states.ts'

/** Width of a day including the gap after it. */
export const DAY_WIDTH = 10
export const HEIGHT = 100
const GAP = 2

/** Bar heights: the worse, the higher. NA is a line at the bottom. */
const HEIGHTS: Readonly<Record<CellStatus, number>> = {
  NA: 8,
  NORMAL: 42,
  PARTIAL_PERFORMANCE: 58,
  PERFORMANCE: 72,
  PARTIAL_OUTAGE: 86,
  OUTAGE: 100,
}

export type Shape = { state: CellStatus; path: string }

/** One path per state instead of one element per day: a page may show ten thousand days. */
export function toShapes(days: readonly DayState[]): Shape[] {
  const paths = new Map<CellStatus, string>()
  for (const [index, { state }] of days.entries()) {
    const height = HEIGHTS[state]
    const rectangle = `M${index * DAY_WIDTH} ${HEIGHT - height}h${DAY_WIDTH - GAP}v${height}h${GAP - DAY_WIDTH}z`
    paths.set(state, (paths.get(state) ?? '') + rectangle)
  }
  return [...paths].map(([state, path]) => ({ state, path }))
}
