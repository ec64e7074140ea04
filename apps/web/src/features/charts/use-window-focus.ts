import { useRef } from 'react'

/** Tells a focus that comes back with the window, without any key, from one that a person moved. */
export function useWindowFocus() {
  const leftWithWindow = useRef(false)
  return {
    noteBlur: (element: Element) => {
      leftWithWindow.current = document.activeElement === element
    },
    /** To be called once for each focus. */
    isReturning: (): boolean => {
      const isReturn = leftWithWindow.current
      leftWithWindow.current = false
      return isReturn
    },
  }
}
