import { useSyncExternalStore } from 'react'

let isOpen = false
const watchers = new Set<() => void>()

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Opens or closes the navigation drawer, which the menu button and the phone bar share. */
export function setDrawerOpen(next: boolean): void {
  isOpen = next
  for (const watcher of watchers) watcher()
}

export const useDrawerOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
