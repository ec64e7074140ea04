import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Range } from '../range.ts'
import { type Bar, barAt, isNarrower } from './bars.ts'

/** The bars that are chosen, both included. */
export type Selection = { first: number; last: number }

type Brushed = {
  bars: readonly Bar[]
  range: Range
  plot: RefObject<HTMLElement | null>
  onNarrow: (range: Range) => void
}

const FEWEST_PIXELS = 4
const BIG_STEP = 10

/** Chooses a part of the picture by dragging over it, or by two handles and the keyboard. */
export function useBrush({ bars, range, plot, onNarrow }: Brushed) {
  const all: Selection = { first: 0, last: Math.max(0, bars.length - 1) }
  const [chosen, setChosen] = useState<{ of: readonly Bar[]; selection: Selection }>()
  const [hovered, setHovered] = useState<number>()
  const drag = useRef<{ anchor: number; x: number }>(undefined)
  // What was chosen of other bars says nothing of these.
  const selection = chosen?.of === bars ? chosen.selection : all
  const isWhole = selection.first === all.first && selection.last === all.last
  const choose = (next: Selection | undefined) => setChosen(next && { of: bars, selection: next })

  const narrow = ({ first, last }: Selection) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to]
    if (from === undefined || to === undefined) return
    if (isNarrower({ from, to }, range)) onNarrow({ from, to })
    choose(undefined)
  }
  const barUnder = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return box && box.width > 0 ? barAt(bars, (clientX - box.left) / box.width, range) : 0
  }
  /** A drag begins at the bar under the pointer, or keeps the other handle where it is. */
  const begin = (event: PointerEvent, anchor = barUnder(event)) => {
    // A handle lies on the plot.
    event.stopPropagation()
    if (event.button !== 0 || bars.length === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { anchor, x: event.clientX }
  }
  const move = (event: PointerEvent) => {
    const at = barUnder(event)
    setHovered(at)
    if (!drag.current || Math.abs(event.clientX - drag.current.x) < FEWEST_PIXELS) return
    choose(between(drag.current.anchor, at))
  }
  const end = (event: PointerEvent) => {
    const begun = drag.current
    drag.current = undefined
    if (begun && Math.abs(event.clientX - begun.x) >= FEWEST_PIXELS)
      narrow(between(begun.anchor, barUnder(event)))
  }
  const cancel = () => {
    drag.current = undefined
    choose(undefined)
  }

  const keys = (handle: keyof Selection) => (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isWhole) narrow(selection)
    else if (event.key === 'Escape') choose(undefined)
    else {
      const to = stepped(event, selection[handle], all)
      if (to === undefined) return
      const [least, most] = handle === 'first' ? [0, selection.last] : [selection.first, all.last]
      choose({ ...selection, [handle]: Math.min(most, Math.max(least, to)) })
    }
    event.preventDefault()
  }

  return {
    ...{ selection, isWhole, hovered, keys, begin },
    narrow: () => narrow(selection),
    plotEvents: {
      onPointerDown: (event: PointerEvent) => begin(event),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: cancel,
      onPointerLeave: () => setHovered(undefined),
    },
  }
}

export type Brush = ReturnType<typeof useBrush>

const between = (one: number, other: number): Selection => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
})

/** Where a handle goes by a key; with Shift ten bars at once. */
function stepped({ key, shiftKey }: KeyboardEvent, at: number, all: Selection): number | undefined {
  const step = shiftKey ? BIG_STEP : 1
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step
    case 'PageDown':
      return at - BIG_STEP
    case 'PageUp':
      return at + BIG_STEP
    case 'Home':
      return all.first
    case 'End':
      return all.last
    default:
      return undefined
  }
}
