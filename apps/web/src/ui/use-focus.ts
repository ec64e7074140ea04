import { useEffect, useRef, useState } from 'react'

/** When the part goes away the focus goes back to what had it, or to the page's content when that is gone. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus({ preventScroll: true })
      else if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    },
    [before],
  )
}

/** Takes the focus when the part appears, also where the dialog around it has been there before. */
export function useFocusOnMount<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
