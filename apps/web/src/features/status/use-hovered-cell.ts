import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cellKey } from './use-status.ts'

/** How long the mouse rests on a cell before it opens. */
const REST_MS = 300
/** How long the mouse may be elsewhere on its way from the cell into the popover (WCAG 1.4.13). */
const GRACE_MS = 300

type Cell = { service: string; dataCenter: string; element: HTMLElement }
type Place = { left: number; top: number; width: number; height: number }
/** A cell with its place in the area. */
export type HoveredCell = Cell & { place: Place }

const readCell = (target: EventTarget | null): Cell | undefined => {
  const element = target instanceof Element ? target.closest<HTMLElement>('button[data-service]') : null
  const { service, dataCenter } = element?.dataset ?? {}
  return element && service && dataCenter ? { service, dataCenter, element } : undefined
}

const keyOf = (cell: Cell | undefined) => cell && cellKey(cell.service, cell.dataCenter)

/** The cell in trouble that the mouse rests on. Listens to the whole area, because a matrix may have many cells. */
export function useHoveredCell(area: RefObject<HTMLElement | null>) {
  const [cell, setCell] = useState<HoveredCell>()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const popover = useRef<HTMLDivElement>(null)
  const keep = useCallback(() => {
    clearTimeout(opening.current)
    clearTimeout(closing.current)
    closing.current = undefined
  }, [])
  const close = useCallback(() => {
    keep()
    setCell(undefined)
  }, [keep])
  const leave = useCallback(() => {
    clearTimeout(opening.current)
    closing.current ??= setTimeout(() => {
      closing.current = undefined
      if (!popover.current?.matches(':hover, :focus-within')) setCell(undefined)
    }, GRACE_MS)
  }, [])
  const open = useCallback(
    (next: Cell) => {
      // A popover that was opened by a press stays the only one.
      if (!area.current || area.current.querySelector('[data-cell][aria-expanded="true"]')) return
      keep()
      setCell({ ...next, place: findPlace(next.element, area.current) })
    },
    [area, keep],
  )
  const shown = keyOf(cell)
  const over = useRef<string>(undefined)
  useEffect(() => {
    const element = area.current
    const enter = ({ target, pointerType, type }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      const next = type === 'pointerleave' ? undefined : readCell(target)
      const key = keyOf(next)
      if (key === over.current) return
      over.current = key
      if (key !== undefined && key === shown) return keep()
      if (shown === undefined) keep()
      else leave()
      if (next) opening.current = setTimeout(() => open(next), REST_MS)
    }
    const press = ({ target }: MouseEvent) => {
      if (readCell(target)) close()
    }
    element?.addEventListener('pointerover', enter)
    element?.addEventListener('pointerleave', enter)
    element?.addEventListener('click', press)
    return () => {
      element?.removeEventListener('pointerover', enter)
      element?.removeEventListener('pointerleave', enter)
      element?.removeEventListener('click', press)
    }
  }, [area, shown, keep, leave, close, open])
  useEffect(() => keep, [keep])
  return { cell, popover, keep, leave, close }
}

function findPlace(element: HTMLElement, area: HTMLElement): Place {
  const { left, top, width, height } = element.getBoundingClientRect()
  const origin = area.getBoundingClientRect()
  return { left: left - origin.left, top: top - origin.top, width, height }
}
