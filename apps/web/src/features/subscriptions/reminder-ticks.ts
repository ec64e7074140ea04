import { PRIORITY_TYPES, type PriorityType } from '@aviary/contract/rules'
import { useEffect } from 'react'
import { useDraft } from '../../shared/saving/use-draft.ts'

/** Applies unsaved ticks to the stored reminders, as `useTicks` does for the options. `stored`: null if not offered. */
export function useReminderTicks(email: string, stored: PriorityType[] | null) {
  const { values, change } = useDraft<{ ticks: Partial<Record<PriorityType, boolean>> }>(
    `reminders-${email.toLowerCase()}`,
    { ticks: {} },
  )
  const isStored = (priority: PriorityType) => stored?.includes(priority) ?? false
  const open = Object.fromEntries(
    Object.entries(values.ticks).filter(
      ([priority, isTicked]) => stored && isTicked !== isStored(priority as PriorityType), // keys of `ticks`
    ),
  )
  const isLeftOver = Object.keys(values.ticks).length > Object.keys(open).length
  useEffect(() => {
    // Drops ticks that match the stored state. They would otherwise override a later change by somebody else.
    if (isLeftOver) change({ ticks: open })
  })
  return {
    /** Undefined if reminders are not offered. */
    chosen: stored ? PRIORITY_TYPES.filter((priority) => open[priority] ?? isStored(priority)) : undefined,
    isChanged: Object.keys(open).length > 0,
    tick: (priority: PriorityType, isTicked: boolean) => change({ ticks: { ...open, [priority]: isTicked } }),
    discard: () => change({ ticks: {} }),
  }
}
