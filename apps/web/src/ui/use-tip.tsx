import { Tooltip, type TooltipProps } from '@mantine/core'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'

type TipOptions = Pick<TooltipProps, 'position' | 'multiline' | 'maw' | 'withinPortal'> & {
  /** Shows or hides the tooltip whatever mouse and focus do. */
  isShown?: boolean | undefined
}

/**
 * Tooltip of an element, shown while the mouse or the keyboard's focus is on it, until Escape; none without a text.
 * The library's tooltip is made once the element was reached: one that waits unseen renders its element twice (ADR 65).
 * Give the element `target`, and render `tip` beside it.
 */
export function useTip<Target extends HTMLElement>(text: string | undefined, options: TipOptions = {}) {
  const { isShown, ...placement } = options
  const element = useRef<Target>(null)
  const textId = useId()
  const { isOpen, handlers } = useReached(element, Boolean(text))
  const isVisible = Boolean(text) && (isShown ?? isOpen)
  const wasVisible = useRef(false)
  wasVisible.current ||= isVisible
  // The tooltip learns its place from the element in an effect, and only then may be seen.
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => setPlaced(isVisible), [isVisible])
  return {
    target: { ref: element, ...handlers, 'aria-describedby': isVisible ? textId : undefined },
    tip: wasVisible.current && (
      <Tooltip
        {...placement}
        target={element}
        opened={isVisible && isPlaced}
        label={<span id={textId}>{text}</span>}
      />
    ),
  }
}

/** Whether the mouse or the keyboard's focus has reached an element and neither has left it since. */
function useReached(element: React.RefObject<HTMLElement | null>, isEnabled: boolean) {
  const [isOpen, setOpen] = useState(false)
  /** The mouse shows the tooltip once for each visit, so that it stays hidden after Escape. */
  const hasShown = useRef(false)
  const hide = () => setOpen(false)
  const show = () => {
    if (!isEnabled || hasShown.current) return
    hasShown.current = true
    setOpen(true)
  }
  useEffect(() => {
    if (isEnabled) return
    hasShown.current = false
    setOpen(false)
  }, [isEnabled])
  useEffect(() => {
    if (!isOpen) return undefined
    const hideByKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    const hideByPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('keydown', hideByKey)
    document.addEventListener('pointerdown', hideByPress)
    return () => {
      document.removeEventListener('keydown', hideByKey)
      document.removeEventListener('pointerdown', hideByPress)
    }
  }, [isOpen, element])
  return {
    isOpen,
    handlers: {
      onMouseEnter: show,
      // Also for an element that got its text while the mouse was on it.
      onMouseMove: show,
      onMouseLeave: () => {
        hasShown.current = false
        hide()
      },
      onFocus: ({ target }: FocusEvent) => {
        if (isEnabled && target.matches(':focus-visible')) setOpen(true)
      },
      onBlur: hide,
    },
  }
}
