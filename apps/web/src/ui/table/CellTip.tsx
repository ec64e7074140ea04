import { Tooltip } from '@mantine/core'
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

const WAIT_MS = 300

type Tip = { element: HTMLElement; text: string }

/** Tooltip of a cell: the `data-tip` text inside the cell, else the whole text of a cell that is cut. */
function tipOf(target: EventTarget | null): Tip | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, [data-cut]') : null
  if (!cell) return undefined
  const exact = cell.querySelector<HTMLElement>('[data-tip]')?.dataset.tip
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 4
  const text = exact ?? (isCut ? cell.textContent.trim() : '')
  return text === '' ? undefined : { element: cell, text }
}

/**
 * Tooltip for a cell that cuts or shortens its content. Shows when the mouse rests on the cell, after a tap, and
 * while the cell has the focus. One tooltip serves a whole table.
 */
export function useCellTip() {
  const [tip, setTip] = useState<Tip & { isReady: boolean }>()
  const { element, isReady } = tip ?? {}
  useEffect(() => {
    if (!element || isReady) return undefined
    const timer = setTimeout(() => setTip((now) => now && { ...now, isReady: true }), WAIT_MS)
    return () => clearTimeout(timer)
  }, [element, isReady])
  useEffect(() => {
    if (!element) return undefined
    const hide = () => setTip(undefined)
    const hideByKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', hideByKey)
    return () => {
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', hideByKey)
    }
  }, [element])
  const show = (target: EventTarget | null, isReadyNow: boolean) => {
    const next = tipOf(target)
    if (next?.element !== element) setTip(next && { ...next, isReady: isReadyNow })
  }
  return {
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') show(target, false)
      },
      // A touch pointer leaves right after the tap, which must not hide the tooltip.
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setTip(undefined)
      },
      onPointerUp: ({ target, pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') show(target, true)
      },
      onFocus: ({ target }: FocusEvent) => show(target, true),
      onBlur: () => setTip(undefined),
    },
    tip:
      tip?.isReady && tip.element.isConnected ? (
        <Tooltip
          key={tip.text}
          opened
          target={tip.element}
          label={tip.text}
          position="bottom-start"
          multiline
          maw="var(--popover)"
        />
      ) : null,
  }
}
