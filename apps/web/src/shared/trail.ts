import { useEffect, useSyncExternalStore } from 'react'

/** A page above the open one in the breadcrumbs. */
export type Step = { text: string; to: string }

const NONE: readonly Step[] = []
let trail = NONE
const watchers = new Set<() => void>()

function setTrail(next: readonly Step[]): void {
  trail = next
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Adds breadcrumb pages that are known only once this page's data are loaded. `steps` must be stable between
 * renders.
 */
export function useTrail(steps: readonly Step[]): void {
  useEffect(() => {
    setTrail(steps)
    return () => setTrail(NONE)
  }, [steps])
}

export const useSteps = (): readonly Step[] => useSyncExternalStore(subscribe, () => trail)
