import { type SyntheticEvent, useRef, useState } from 'react'

/** A button whose menu (`OpenMenu`) is made when it opens, because a page may have fifty of them. */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Hides the press from the open menu: the menu would close, and the click that follows would open it again.
  const keepFromMenu = (event: SyntheticEvent) => {
    if (isOpen) event.stopPropagation()
  }
  return {
    isOpen,
    close: () => {
      setOpen(false)
      button.current?.focus({ preventScroll: true })
    },
    buttonProps: {
      type: 'button',
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onMouseDown: keepFromMenu,
      onTouchStart: keepFromMenu,
      onClick: () => setOpen(!isOpen),
    },
  } as const
}
