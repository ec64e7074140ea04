import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { type OptionKey, selectWhere } from '@aviary/contract/subscriptions/rules'
import { useEffect } from 'react'
import { useDraft } from '../../shared/saving/use-draft.ts'

/** The boxes that somebody has ticked or cleared and not submitted yet; the others are as they are stored. */
type Ticks = Record<string, boolean>

const nameOf = (id: SubscriptionOption['id'], { category, list }: OptionKey): string =>
  `${category} ${list} ${id}`

/** The ticks that differ from what is stored. What is not offered any more is no tick. */
function openTicks(stored: SubscriptionOptions, ticks: Ticks): Ticks {
  const open: Ticks = {}
  selectWhere(stored, ({ id, selected }, place) => {
    const name = nameOf(id, place)
    const ticked = ticks[name] ?? selected
    if (ticked !== selected) open[name] = ticked
    return ticked
  })
  return open
}

/**
 * The options as they are ticked at this moment. Ticks are kept beside what is stored and laid over it: somebody else's
 * change shows, and takes no tick away.
 */
export function useTicks(email: string, stored: SubscriptionOptions) {
  const { values, change } = useDraft<{ ticks: Ticks }>(`subscriptions-${email.toLowerCase()}`, { ticks: {} })
  const open = openTicks(stored, values.ticks)
  const count = Object.keys(open).length
  const isLeftOver = Object.keys(values.ticks).length > count
  useEffect(() => {
    // Once something is stored as it was ticked it is a tick no more: a later change of it is somebody else's.
    if (isLeftOver) change({ ticks: open })
  })
  return {
    ticked: selectWhere(stored, ({ id, selected }, place) => open[nameOf(id, place)] ?? selected),
    isChanged: count > 0,
    /** Ticks or clears every box that `concerns` names. */
    tick: (isTicked: boolean, concerns: (option: SubscriptionOption, place: OptionKey) => boolean) => {
      const next: Ticks = {}
      selectWhere(stored, (option, place) => {
        const name = nameOf(option.id, place)
        const wanted = concerns(option, place) ? isTicked : (open[name] ?? option.selected)
        if (wanted !== option.selected) next[name] = wanted
        return wanted
      })
      change({ ticks: next })
    },
    discard: () => change({ ticks: {} }),
  }
}
