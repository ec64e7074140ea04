import type { CellStatus } from '@aviary/contract/status/rules'
import type { DayState } from './day-states.ts'

/** How wide a day is drawn, with the gap after it. */
export const DAY_WIDTH = 10
export const HEIGHT = 100
const GAP = 2

/** The worse a day was the higher it stands; one of which nothing is known is a line at the foot. */
const HEIGHTS: Readonly<Record<CellStatus, number>> = {
  NA: 8,
  NORMAL: 42,
  PARTIAL_PERFORMANCE: 58,
  PERFORMANCE: 72,
  PARTIAL_OUTAGE: 86,
  OUTAGE: 100,
}

export type Shape = { state: CellStatus; path: string }

/** One path for all days of a state: a page of strips has ten thousand days. */
export function shapesOf(days: readonly DayState[]): Shape[] {
  const paths = new Map<CellStatus, string>()
  for (const [at, { state }] of days.entries()) {
    const height = HEIGHTS[state]
    const rectangle = `M${at * DAY_WIDTH} ${HEIGHT - height}h${DAY_WIDTH - GAP}v${height}h${GAP - DAY_WIDTH}z`
    paths.set(state, (paths.get(state) ?? '') + rectangle)
  }
  return [...paths].map(([state, path]) => ({ state, path }))
}
