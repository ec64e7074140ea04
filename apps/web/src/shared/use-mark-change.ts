import { type RefObject, useEffect, useRef } from 'react'

/** Highlights an element for two seconds when `value` changes, not on the first render. */
export function useMarkChange<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const marked = element.current
    if (!marked) return
    marked.classList.remove('changed')
    // Reading the layout restarts the animation.
    void marked.offsetWidth
    marked.classList.add('changed')
    const end = () => marked.classList.remove('changed')
    const timer = setTimeout(end, 2_000)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [shown])
  return element
}
