import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cellKey } from './use-status.ts'

/** How long the mouse rests on a cell before its popover opens. */
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

const findButton = (area: HTMLElement, { service, dataCenter }: Cell): HTMLElement | undefined =>
  [...area.querySelectorAll<HTMLElement>('button[data-service]')].find(
    ({ dataset }) => dataset.service === service && dataset.dataCenter === dataCenter,
  )

const keyOf = (cell: Cell | undefined) => cell && cellKey(cell.service, cell.dataCenter)

/** The cell in trouble that the mouse rests on. Listens to the whole area, because a matrix may have many cells. */
export function useHoveredCell(area: RefObject<HTMLElement | null>) {
  const [cell, setCell] = useState<HoveredCell>()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const popover = useRef<HTMLDivElement>(null)
  const over = useRef<string>(undefined)
  const hasScrolled = useRef(false)
  const hasFocus = useCallback(() => popover.current?.contains(document.activeElement) ?? false, [])
  const isHeld = useCallback(() => hasFocus() || popover.current?.matches(':hover'), [hasFocus])
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
      if (!isHeld()) setCell(undefined)
    }, GRACE_MS)
  }, [isHeld])
  const open = useCallback(
    (next: Cell) => {
      // While a popover opened by a press is shown, hovering opens no second one.
      if (!area.current || area.current.querySelector('[data-cell][aria-expanded="true"]')) return
      if (!next.element.isConnected || hasFocus()) {
        over.current = undefined
        return
      }
      keep()
      setCell({ ...next, place: findPlace(next.element, area.current) })
    },
    [area, keep, hasFocus],
  )
  const follow = useCallback(() => {
    setCell((before) => {
      if (!before || !area.current) return before
      const element = findButton(area.current, before)
      if (!element) return isHeld() ? before : undefined
      const place = findPlace(element, area.current)
      const isSame = element === before.element && JSON.stringify(place) === JSON.stringify(before.place)
      return isSame ? before : { ...before, element, place }
    })
  }, [area, isHeld])
  const shown = keyOf(cell)
  useEffect(() => {
    const element = area.current
    const enter = ({ target, pointerType, type }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      // Scrolling moves cells below a mouse that does not move: only a move says that the reader means the cell.
      if (type === 'pointermove') hasScrolled.current = false
      else if (type === 'pointerover' && hasScrolled.current) return
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
    const scroll = ({ target }: Event) => {
      if (!element || !(target instanceof Node)) return
      if (!target.contains(element) && !element.contains(target)) return
      over.current = undefined
      hasScrolled.current = true
      if (!hasFocus()) return close()
      clearTimeout(opening.current)
      follow()
    }
    const pressOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !popover.current?.contains(target) && !readCell(target)) close()
    }
    element?.addEventListener('pointerover', enter)
    element?.addEventListener('pointermove', enter)
    element?.addEventListener('pointerleave', enter)
    element?.addEventListener('click', press)
    window.addEventListener('scroll', scroll, { capture: true, passive: true })
    document.addEventListener('pointerdown', pressOutside)
    return () => {
      element?.removeEventListener('pointerover', enter)
      element?.removeEventListener('pointermove', enter)
      element?.removeEventListener('pointerleave', enter)
      element?.removeEventListener('click', press)
      window.removeEventListener('scroll', scroll, { capture: true })
      document.removeEventListener('pointerdown', pressOutside)
    }
  }, [area, shown, keep, leave, close, open, follow, hasFocus])
  const isOpen = cell !== undefined
  useEffect(() => {
    if (!isOpen || !area.current) return
    // Rows move for many reasons: a status push, a filter, another language.
    const observer = new MutationObserver(follow)
    observer.observe(area.current, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['style'],
    })
    window.addEventListener('resize', follow)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', follow)
    }
  }, [area, isOpen, follow])
  useEffect(() => keep, [keep])
  const focusCell = () => {
    const element = cell?.element.isConnected
      ? cell.element
      : area.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
    element?.focus()
  }
  return { cell, popover, keep, leave, close, focusCell }
}

function findPlace(element: HTMLElement, area: HTMLElement): Place {
  const { left, top, width, height } = element.getBoundingClientRect()
  const origin = area.getBoundingClientRect()
  return { left: left - origin.left, top: top - origin.top, width, height }
}
