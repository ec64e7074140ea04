import { type RefObject, useEffect, useRef } from 'react'

/** Marks an element for two seconds when what it shows has changed; not when it is first drawn. */
export function useMarkChange<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const marked = element.current
    if (!marked) return
    marked.classList.remove('changed')
    // Reading the layout lets the same animation start anew.
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
