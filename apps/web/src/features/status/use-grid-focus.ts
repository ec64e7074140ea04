import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Position } from './grid-keys.ts'
import { isFocusLost } from './use-preserved-focus.ts'
import type { Measures } from './use-visible-part.ts'

/** Moves the focus between cells that may not be in the document yet, and keeps it when its cell is drawn anew. */
export function useGridFocus(scroller: RefObject<HTMLElement | null>, stop: Position) {
  const isMoving = useRef(false)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (isMoving.current || (hadFocus.current && isFocusLost()))
      element
        .querySelector<HTMLElement>(`[data-row="${stop.row}"] [data-cell="${stop.column}"]`)
        ?.focus({ preventScroll: true })
    isMoving.current = false
  })
  useLayoutEffect(() => {
    const element = scroller.current
    const note = ({ type }: FocusEvent) => {
      hadFocus.current = type === 'focusin'
    }
    element?.addEventListener('focusin', note)
    element?.addEventListener('focusout', note)
    return () => {
      element?.removeEventListener('focusin', note)
      element?.removeEventListener('focusout', note)
    }
  }, [scroller])
  return {
    /** Scrolls a cell into sight and focuses it once it is drawn. */
    moveTo: ({ row, column }: Position, sizes: Measures & { column: number }) => {
      isMoving.current = true
      const element = scroller.current
      if (!element) return
      const { clientHeight, clientWidth, scrollTop, scrollLeft } = element
      const rowRoom = clientHeight - sizes.head - sizes.row
      const columnRoom = clientWidth - sizes.name - sizes.column
      element.scrollTop = within(scrollTop, row * sizes.row, rowRoom)
      element.scrollLeft = within(scrollLeft, column * sizes.column, columnRoom)
    },
  }
}

/**
 * The scroll position nearest to `scrolled` at which a cell that begins at `start` is 0 to `room` pixels from
 * the edge.
 */
const within = (scrolled: number, start: number, room: number): number =>
  Math.max(start - room, Math.min(scrolled, start))
