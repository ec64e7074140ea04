import { type RefObject, useEffect, useRef } from 'react'

/** Highlights an element for two seconds when `value` changes, not on the first render. */
export function useMarkChange<E extends HTMLElement>(value: string): RefObject<E | null> {
  const element = useRef<E>(null)
  const previous = useRef(value)
  useEffect(() => {
    if (previous.current === value) return
    previous.current = value
    const current = element.current
    if (!current) return
    current.classList.remove('changed')
    // Reading the layout restarts the animation.
    void current.offsetWidth
    current.classList.add('changed')
    const end = () => current.classList.remove('changed')
    const timer = setTimeout(end, 2_000)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [value])
  return element
}
