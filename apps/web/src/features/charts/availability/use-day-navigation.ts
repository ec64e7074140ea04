import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useWindowFocus } from '../use-window-focus.ts'

/** Days moved per key, limited to the ends of the strip. */
const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: 7,
  PageDown: -7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
const STRIP_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

type DayNavigationOptions = {
  /** Number of days in the strip. */
  count: number
  /** Index of the day reached by keyboard. */
  current: number
  onMove: (index: number) => void
  onOpen: (index: number) => void
  /** Moves to the strip above or below. */
  onLeave: (step: 1 | -1) => void
}

/** Tracks the day under the pointer or reached by the arrow keys. */
export function useDayNavigation({ count, current, onMove, onOpen, onLeave }: DayNavigationOptions) {
  const [hovered, setHovered] = useState<number>()
  const [hasFocus, setFocus] = useState(false)
  const { noteBlur, isReturning } = useWindowFocus()
  const last = count - 1
  const moveTo = (index: number) => onMove(Math.min(last, Math.max(0, index)))
  const getHoveredIndex = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const position = box.width > 0 ? (clientX - box.left) / box.width : 0
    return Math.min(last, Math.max(0, Math.floor(position * count)))
  }
  return {
    /** Index of the day whose tooltip is shown. */
    shown: hovered ?? (hasFocus ? current : undefined),
    events: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const [days, strips] = [DAY_STEPS[event.key], STRIP_STEPS[event.key]]
        const opens = event.key === 'Enter' || event.key === ' '
        if (days === undefined && strips === undefined && !opens) return
        event.preventDefault()
        setHovered(undefined)
        setFocus(true)
        if (days !== undefined) moveTo(current + days)
        if (strips !== undefined) onLeave(strips)
        if (opens) onOpen(current)
      },
      onPointerMove: (event: PointerEvent) => setHovered(getHoveredIndex(event)),
      onPointerLeave: () => setHovered(undefined),
      onPointerUp: (event: PointerEvent) => {
        if (event.button !== 0) return
        const index = getHoveredIndex(event)
        moveTo(index)
        onOpen(index)
      },
      onFocus: () => setFocus(!isReturning()),
      onBlur: ({ currentTarget }: FocusEvent) => {
        noteBlur(currentTarget)
        setFocus(false)
      },
    },
  }
}
