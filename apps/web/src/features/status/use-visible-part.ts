import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Size in pixels of rows, columns, and of the heads that stay in place. */
export type Measures = { row: number; minColumn: number; head: number; name: number }
type Count = { rows: number; columns: number }

/** First and last index that is drawn. */
export type Range = { first: number; last: number }
type Part = { rows: Range; columns: Range; column: number; page: number }

/** A range moves by this many indexes at once, so that not every scrolled pixel causes a render. */
const STEP = 4
/** Size until the element has been measured. */
const UNMEASURED = { clientWidth: 700, clientHeight: 600, scrollTop: 0, scrollLeft: 0 }

type Scroller = Pick<HTMLElement, 'clientWidth' | 'clientHeight' | 'scrollTop' | 'scrollLeft'>

/** The rows and columns in sight of a scrolled element, with some beyond its edges, and the width of a column. */
export function useVisiblePart(scroller: RefObject<HTMLElement | null>, measures: Measures, count: Count) {
  const { row, minColumn, head, name } = measures
  const { rows, columns } = count
  const calculate = useCallback(
    (element: Scroller | null): Part => {
      const size = element && element.clientWidth > 0 ? element : UNMEASURED
      const column = Math.max(minColumn, (size.clientWidth - name) / Math.max(1, columns))
      const height = size.clientHeight - head
      return {
        rows: getRange(size.scrollTop / row, (size.scrollTop + height) / row, rows),
        columns: getRange(
          size.scrollLeft / column,
          (size.scrollLeft + size.clientWidth - name) / column,
          columns,
        ),
        column,
        page: Math.max(1, Math.floor(height / row) - 1),
      }
    },
    [row, minColumn, head, name, rows, columns],
  )
  const [part, setPart] = useState(() => calculate(null))
  const update = useCallback(() => {
    setPart((before) => {
      const next = calculate(scroller.current)
      return JSON.stringify(next) === JSON.stringify(before) ? before : next
    })
  }, [calculate, scroller])
  useLayoutEffect(() => {
    update()
    const element = scroller.current
    if (!element || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [update, scroller])
  return { part, update }
}

function getRange(from: number, to: number, count: number): Range {
  const first = Math.max(0, (Math.floor(from / STEP) - 1) * STEP)
  const last = Math.min(count - 1, (Math.ceil(to / STEP) + 1) * STEP)
  return { first: Math.min(first, Math.max(0, last)), last }
}

/** The indexes of a range in order, and those kept in the document although they are out of sight. */
export function indexesOf({ first, last }: Range, count: number, ...kept: readonly number[]): number[] {
  const indexes = Array.from(
    { length: Math.max(0, Math.min(last, count - 1) - first + 1) },
    (_, i) => first + i,
  )
  const outside = kept.filter((index) => index >= 0 && index < count && (index < first || index > last))
  return outside.length === 0 ? indexes : [...new Set([...indexes, ...outside])].sort((a, b) => a - b)
}
