import { wallTime } from '@aviary/contract/maintenance/pacific'
import type { Day, TimeSpan } from './calendar-days.ts'

/**
 * Position of an event in a day's column. `top`, `bottom`: minutes after midnight by the clock; `lane`: index
 * among `lanes` events side by side.
 */
export type Block<Item> = { item: Item; top: number; bottom: number; lane: number; lanes: number }

const DAY_MINUTES = 24 * 60
/** Minimum drawn length in minutes, so that the text stays readable. */
const MIN_MINUTES = 45

function getMinute(instant: number, day: Day): number {
  if (instant <= day.start) return 0
  if (instant >= day.end) return DAY_MINUTES
  const wall = wallTime(instant)
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
}

/** Puts overlapping events side by side, in as few columns as possible. */
export function toBlocks<Item extends TimeSpan>(items: readonly Item[], day: Day): Block<Item>[] {
  const placed = items
    .map((item) => {
      const top = Math.min(getMinute(item.start, day), DAY_MINUTES - MIN_MINUTES)
      return { item, top, bottom: Math.max(getMinute(item.end, day), top + MIN_MINUTES) }
    })
    .toSorted((a, b) => a.top - b.top || b.bottom - a.bottom)
  const blocks: Block<Item>[] = []
  let group: Block<Item>[] = []
  let groupEnd = 0
  for (const entry of placed) {
    if (entry.top >= groupEnd) group = []
    const lane = freeLane(group, entry.top)
    const block = { ...entry, lane, lanes: 1 }
    group.push(block)
    blocks.push(block)
    groupEnd = Math.max(...group.map(({ bottom }) => bottom))
    const lanes = Math.max(...group.map((member) => member.lane)) + 1
    for (const member of group) member.lanes = lanes
  }
  return blocks
}

function freeLane(group: readonly Block<unknown>[], top: number): number {
  const usedLanes = new Set(group.filter(({ bottom }) => bottom > top).map(({ lane }) => lane))
  let lane = 0
  while (usedLanes.has(lane)) lane += 1
  return lane
}
