import type { AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

let restarts = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A React key of the open screen; a new key mounts the screen anew. */
export const useRestarts = (): number => useSyncExternalStore(subscribe, () => restarts)

/**
 * Opens a saved view and mounts its screen anew, because an open list has read its filters from the URL only
 * on mount.
 */
export async function openView(router: AnyRouter, view: { path: string; search: string }): Promise<void> {
  await router.navigate({ to: view.path, search: router.options.parseSearch(view.search) })
  restarts += 1
  for (const listener of listeners) listener()
  // The focused element was removed with the previous screen.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
