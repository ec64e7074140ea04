import { wallTime } from '@aviary/contract/maintenance/pacific'
import type { Day, Spanned } from './calendar-days.ts'

/** Where something stands in the column of a day: minutes after midnight as clocks show them, and side by side. */
export type Block<Item> = { item: Item; top: number; bottom: number; lane: number; lanes: number }

const DAY_MINUTES = 24 * 60
/** What is shorter is drawn as long as this, so that its words can be read. */
const SHORTEST = 45

function minuteOf(instant: number, day: Day): number {
  if (instant <= day.start) return 0
  if (instant >= day.end) return DAY_MINUTES
  const wall = wallTime(instant)
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
}

/** What overlaps stands side by side, in as few lanes as it needs. */
export function blocksOf<Item extends Spanned>(items: readonly Item[], day: Day): Block<Item>[] {
  const placed = items
    .map((item) => {
      const top = Math.min(minuteOf(item.start, day), DAY_MINUTES - SHORTEST)
      return { item, top, bottom: Math.max(minuteOf(item.end, day), top + SHORTEST) }
    })
    .toSorted((a, b) => a.top - b.top || b.bottom - a.bottom)
  const blocks: Block<Item>[] = []
  let group: Block<Item>[] = []
  let groupEnd = 0
  for (const one of placed) {
    if (one.top >= groupEnd) group = []
    const lane = freeLane(group, one.top)
    const block = { ...one, lane, lanes: 1 }
    group.push(block)
    blocks.push(block)
    groupEnd = Math.max(...group.map(({ bottom }) => bottom))
    const lanes = Math.max(...group.map((member) => member.lane)) + 1
    for (const member of group) member.lanes = lanes
  }
  return blocks
}

function freeLane(group: readonly Block<unknown>[], top: number): number {
  const taken = new Set(group.filter(({ bottom }) => bottom > top).map(({ lane }) => lane))
  let lane = 0
  while (taken.has(lane)) lane += 1
  return lane
}
