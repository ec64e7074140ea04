import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { type OptionKey, selectWhere } from '@aviary/contract/subscriptions/rules'
import { useEffect } from 'react'
import { useDraft } from '../../shared/saving/use-draft.ts'

/** Boxes ticked or cleared but not submitted; all others are as stored. */
type Ticks = Record<string, boolean>

const getTickName = (id: SubscriptionOption['id'], { category, list }: OptionKey): string =>
  `${category} ${list} ${id}`

/** The ticks that differ from the stored state; options that are no longer offered are dropped. */
function openTicks(stored: SubscriptionOptions, ticks: Ticks): Ticks {
  const open: Ticks = {}
  selectWhere(stored, ({ id, selected }, place) => {
    const name = getTickName(id, place)
    const ticked = ticks[name] ?? selected
    if (ticked !== selected) open[name] = ticked
    return ticked
  })
  return open
}

/** Applies unsaved ticks to the stored options: changes by other people appear, unsaved ticks stay. */
export function useTicks(email: string, stored: SubscriptionOptions) {
  const { values, change } = useDraft<{ ticks: Ticks }>(`subscriptions-${email.toLowerCase()}`, { ticks: {} })
  const open = openTicks(stored, values.ticks)
  const count = Object.keys(open).length
  const isLeftOver = Object.keys(values.ticks).length > count
  useEffect(() => {
    // Drops ticks that match the stored state. They would otherwise override a later change by somebody else.
    if (isLeftOver) change({ ticks: open })
  })
  return {
    ticked: selectWhere(stored, ({ id, selected }, place) => open[getTickName(id, place)] ?? selected),
    isChanged: count > 0,
    /** Ticks or clears every box that `concerns` matches. */
    tick: (isTicked: boolean, concerns: (option: SubscriptionOption, place: OptionKey) => boolean) => {
      const next: Ticks = {}
      selectWhere(stored, (option, place) => {
        const name = getTickName(option.id, place)
        const nextTicked = concerns(option, place) ? isTicked : (open[name] ?? option.selected)
        if (nextTicked !== option.selected) next[name] = nextTicked
        return nextTicked
      })
      change({ ticks: next })
    },
    discard: () => change({ ticks: {} }),
  }
}
