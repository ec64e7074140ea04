import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** By how many days a key walks; the ends are as far as it goes. */
const DAYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: 7,
  PageDown: -7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
const STRIPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

type Walk = {
  /** How many days the strip has. */
  count: number
  /** The day that the keys have come to. */
  at: number
  onWalk: (index: number) => void
  onOpen: (index: number) => void
  /** To the strip above or below. */
  onLeave: (step: 1 | -1) => void
}

/** The day of a strip that the pointer is over, or that the arrow keys have come to. */
export function useDaysWalk({ count, at, onWalk, onOpen, onLeave }: Walk) {
  const [hovered, setHovered] = useState<number>()
  const [hasFocus, setFocus] = useState(false)
  const last = count - 1
  const to = (index: number) => onWalk(Math.min(last, Math.max(0, index)))
  const under = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const place = box.width > 0 ? (clientX - box.left) / box.width : 0
    return Math.min(last, Math.max(0, Math.floor(place * count)))
  }
  return {
    /** The day that is told of beside the strip. */
    shown: hovered ?? (hasFocus ? at : undefined),
    events: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const [days, strips] = [DAYS[event.key], STRIPS[event.key]]
        const opens = event.key === 'Enter' || event.key === ' '
        if (days === undefined && strips === undefined && !opens) return
        event.preventDefault()
        setHovered(undefined)
        if (days !== undefined) to(at + days)
        if (strips !== undefined) onLeave(strips)
        if (opens) onOpen(at)
      },
      onPointerMove: (event: PointerEvent) => setHovered(under(event)),
      onPointerLeave: () => setHovered(undefined),
      onPointerUp: (event: PointerEvent) => {
        if (event.button !== 0) return
        const index = under(event)
        to(index)
        onOpen(index)
      },
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  }
}
