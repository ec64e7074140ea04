import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Range } from '../range.ts'
import { type Bar, findBarIndex, isNarrower } from './bars.ts'

/** Selected bars as indexes, both inclusive. */
export type Selection = { first: number; last: number }

type BrushOptions = {
  bars: readonly Bar[]
  range: Range
  plot: RefObject<HTMLElement | null>
  onNarrow: (range: Range) => void
}

const MIN_DRAG_PIXELS = 4
const BIG_STEP = 10

/** Selection of a range by dragging over the plot, or by two handles and the keyboard. */
export function useBrush({ bars, range, plot, onNarrow }: BrushOptions) {
  const all: Selection = { first: 0, last: Math.max(0, bars.length - 1) }
  const [chosen, setChosen] = useState<{ bars: readonly Bar[]; selection: Selection }>()
  const [hovered, setHovered] = useState<number>()
  const drag = useRef<{ anchor: number; x: number }>(undefined)
  // Ignores a selection made before the bars were reloaded, because its indexes no longer fit.
  const selection = chosen?.bars === bars ? chosen.selection : all
  const isWhole = selection.first === all.first && selection.last === all.last
  const select = (next: Selection | undefined) => setChosen(next && { bars: bars, selection: next })

  const narrow = ({ first, last }: Selection) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to]
    if (from === undefined || to === undefined) return
    if (isNarrower({ from, to }, range)) onNarrow({ from, to })
    select(undefined)
  }
  const barUnder = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return box && box.width > 0 ? findBarIndex(bars, (clientX - box.left) / box.width, range) : 0
  }
  /**
   * Starts a drag; `anchor` is the bar at the end that stays in place, by default the bar under the pointer.
   */
  const begin = (event: PointerEvent, anchor = barUnder(event)) => {
    // A handle lies inside the plot; without this call the plot would start a second drag.
    event.stopPropagation()
    if (event.button !== 0 || bars.length === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { anchor, x: event.clientX }
  }
  const move = (event: PointerEvent) => {
    const index = barUnder(event)
    setHovered(index)
    if (!drag.current || Math.abs(event.clientX - drag.current.x) < MIN_DRAG_PIXELS) return
    select(toSelection(drag.current.anchor, index))
  }
  const end = (event: PointerEvent) => {
    const started = drag.current
    drag.current = undefined
    if (started && Math.abs(event.clientX - started.x) >= MIN_DRAG_PIXELS)
      narrow(toSelection(started.anchor, barUnder(event)))
  }
  const cancel = () => {
    drag.current = undefined
    select(undefined)
  }

  const keys = (handle: keyof Selection) => (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isWhole) narrow(selection)
    else if (event.key === 'Escape') select(undefined)
    else {
      const index = moveByKey(event, selection[handle], all)
      if (index === undefined) return
      const [least, most] = handle === 'first' ? [0, selection.last] : [selection.first, all.last]
      select({ ...selection, [handle]: Math.min(most, Math.max(least, index)) })
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

const toSelection = (anchor: number, index: number): Selection => ({
  first: Math.min(anchor, index),
  last: Math.max(anchor, index),
})

/** New bar index after a key press; Shift moves ten bars. */
function moveByKey({ key, shiftKey }: KeyboardEvent, index: number, all: Selection): number | undefined {
  const step = shiftKey ? BIG_STEP : 1
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - step
    case 'ArrowRight':
    case 'ArrowUp':
      return index + step
    case 'PageDown':
      return index - BIG_STEP
    case 'PageUp':
      return index + BIG_STEP
    case 'Home':
      return all.first
    case 'End':
      return all.last
    default:
      return undefined
  }
}
