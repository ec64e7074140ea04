import { useEffect, useRef, useState } from 'react'

/** The page's content has it where what had it is gone, as a row that was deleted: there is a way on by keyboard. */
const focusContent = (): void => {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** When the part goes away the focus goes back to what had it, or to the page's content when that is gone. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus({ preventScroll: true })
      // A button that cannot be pressed by now does not take it.
      focusContent()
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

/** For a part whose contents come and go: when what has the focus in it goes, the page's content gets it. */
export function useFocusRescue() {
  const last = useRef<Element>(null)
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    focusContent()
  })
  return {
    onFocus: ({ target }: { target: Element }) => {
      last.current = target
    },
  }
}
