import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Longest time that a part holds back those below it. */
const LONGEST_MS = 5_000

type InOrderProps = {
  className?: string | undefined
  /** Shows all parts from the start, for example because the URL leads to one of them. */
  isAtOnce?: boolean
  children: ReactNode
}

/**
 * Parts of a page below each other. While the page loads, a part appears when those above it are loaded
 * (nothing in them has `data-waiting`), so that none is moved. Afterwards all parts stay, whatever is loaded again.
 */
export function InOrder({ className, isAtOnce = false, children }: InOrderProps) {
  const [isLoaded, setLoaded] = useState(isAtOnce)
  const parts = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = parts.current
    if (!element || isLoaded) return undefined
    if (isAtOnce) {
      setLoaded(true)
      return undefined
    }
    const look = () => {
      if (!element.querySelector('[data-waiting]')) setLoaded(true)
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['data-waiting'] })
    const timer = setTimeout(() => setLoaded(true), LONGEST_MS)
    look()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isLoaded, isAtOnce])
  return (
    <div ref={parts} className={className} data-in-order={(!isLoaded && !isAtOnce) || undefined}>
      {children}
    </div>
  )
}
