import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Most rows of one list on paper: some 20 pages, drawn while the browser waits. */
export const PRINTED_ROWS = 500

const INPUTS = ['pointerdown', 'keydown'] as const

let isPrinting = false
let isListening = false
let themeOnScreen: string | undefined
let focusOnScreen: Element | null = null
const watchers = new Set<() => void>()

function setPrinting(next: boolean): void {
  if (next === isPrinting) return
  isPrinting = next
  // Paper is white, so the dark theme is printed as the light one.
  const { dataset } = document.documentElement
  if (next) {
    focusOnScreen = document.activeElement
    themeOnScreen = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  } else if (themeOnScreen) dataset.mantineColorScheme = themeOnScreen
  // Renders synchronously, because the browser draws the paper right after its event.
  flushSync(() => {
    for (const watcher of watchers) watcher()
  })
  // What paper does not show has lost the focus.
  if (!next && document.activeElement === document.body && focusOnScreen instanceof HTMLElement)
    focusOnScreen.focus({ preventScroll: true })
}

/**
 * Follows the browser's events. Its media type counts only without them, where paper is shown in the window:
 * while printing, it goes back and forth.
 */
function listen(): void {
  if (isListening) return
  isListening = true
  let hasBegun = false
  const onEvent = ({ type }: Event) => {
    hasBegun = type === 'beforeprint'
    setPrinting(hasBegun)
    if (hasBegun) setTimeout(listenForInput)
    else for (const input of INPUTS) window.removeEventListener(input, onEvent, true)
  }
  // Who presses something sees the page again, even if the browser did not tell that the print has ended.
  const listenForInput = () => {
    if (hasBegun) for (const input of INPUTS) window.addEventListener(input, onEvent, true)
  }
  window.addEventListener('beforeprint', onEvent)
  window.addEventListener('afterprint', onEvent)
  const media = matchMedia('print')
  media.addEventListener('change', () => {
    if (!hasBegun) setPrinting(media.matches)
  })
}

function watch(watcher: () => void): () => void {
  listen()
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const isOnPaper = (): boolean => isPrinting

/** Whether the page is being printed; lists that draw only what is in sight then draw all, up to a limit. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watch, isOnPaper)
