import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Limit on the printed rows of one list: about 20 pages. The browser waits while they are rendered. */
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
  // An element that is hidden on paper has lost the focus; returns the focus to it.
  if (!next && document.activeElement === document.body && focusOnScreen instanceof HTMLElement)
    focusOnScreen.focus({ preventScroll: true })
}

/**
 * Follows `beforeprint` and `afterprint`. The media type `print` counts only outside of them (emulation in developer
 * tools), because it switches back and forth while printing.
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
  // In case the browser sends no `afterprint`: a pressed key or pointer means that the page is on the screen again.
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
