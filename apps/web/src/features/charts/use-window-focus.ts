import { useRef } from 'react'

/** Detects focus that only returns with the browser window, as opposed to focus that a person moved. */
export function useWindowFocus() {
  const leftWithWindow = useRef(false)
  return {
    noteBlur: (element: Element) => {
      leftWithWindow.current = document.activeElement === element
    },
    /** Call once per focus event, because it resets the state. */
    isReturning: (): boolean => {
      const isReturn = leftWithWindow.current
      leftWithWindow.current = false
      return isReturn
    },
  }
}
