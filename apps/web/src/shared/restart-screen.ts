import type { AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

let restarts = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A key that changes when the open screen is to begin anew. */
export const useRestarts = (): number => useSyncExternalStore(subscribe, () => restarts)

/** Opens a saved view. A list that is open already begins anew, because it reads its filters when it begins. */
export async function openView(router: AnyRouter, view: { path: string; search: string }): Promise<void> {
  await router.navigate({ to: view.path, search: router.options.parseSearch(view.search) })
  restarts += 1
  for (const listener of listeners) listener()
  // What had the focus is gone with the screen that it was on.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
