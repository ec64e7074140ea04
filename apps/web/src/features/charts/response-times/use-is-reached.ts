import { type RefObject, useEffect, useState } from 'react'

/** Distance below the window from which a part counts as reached, so that it is there when it is scrolled to. */
const MARGIN = '100px'

/** Whether an element has been in sight, or close to it. */
export function useIsReached(holder: RefObject<Element | null>): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    if (isReached || !holder.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(holder.current)
    return () => observer.disconnect()
  }, [isReached, holder])
  return isReached
}
