import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type TouchEvent,
  useRef,
  useState,
} from 'react'
import { useWindowFocus } from '../use-window-focus.ts'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** `find`: index of the point nearest to a horizontal position, from 0 (left) to 1 (right). */
type PlotPointOptions = { count: number; find: (position: number) => number }

/** Tracks the point under the pointer or reached by the arrow keys. */
export function usePlotPoint({ count, find }: PlotPointOptions) {
  const [hovered, setHovered] = useState<number>()
  const [current, setCurrent] = useState(0)
  const [isByKey, setByKey] = useState(false)
  const isPressed = useRef(false)
  const { noteBlur, isReturning } = useWindowFocus()
  const limit = (index: number) => Math.min(count - 1, Math.max(0, index))
  const hover = (element: Element, clientX: number) => {
    const box = element.getBoundingClientRect()
    const index = limit(find(box.width > 0 ? (clientX - box.left) / box.width : 0))
    setHovered(index)
    setCurrent(index)
  }
  return {
    /** Index of the point whose values are shown. */
    shown: hovered !== undefined ? limit(hovered) : isByKey ? limit(current) : undefined,
    /** Whether the point was reached by a key. */
    isByKey: hovered === undefined && isByKey,
    events: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') {
          setHovered(undefined)
          setByKey(false)
        }
        const step = STEPS[event.key]
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        setHovered(undefined)
        setByKey(true)
        setCurrent(limit(limit(current) + step))
      },
      onMouseMove: ({ currentTarget, clientX }: MouseEvent) => hover(currentTarget, clientX),
      onMouseLeave: () => setHovered(undefined),
      onTouchMove: ({ currentTarget, touches }: TouchEvent) => {
        const touch = touches[0]
        if (touch) hover(currentTarget, touch.clientX)
      },
      // Touch scrolling ends without `mouseleave`, so the values are hidden here.
      onTouchEnd: () => setHovered(undefined),
      onTouchCancel: () => setHovered(undefined),
      // Focus by a click must not count as focus by key: the values would stay after the mouse leaves.
      onMouseDown: () => {
        isPressed.current = true
      },
      onFocus: () => {
        setByKey(!isReturning() && !isPressed.current)
      },
      onBlur: ({ currentTarget }: FocusEvent) => {
        isPressed.current = false
        noteBlur(currentTarget)
        setByKey(false)
      },
    },
  }
}
