import { WIDTHS } from '@aviary/contract/constants'
import { useSyncExternalStore } from 'react'

const WIDE = `(min-width: ${WIDTHS.wide}px)`

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/**
 * Whether there is room for long column headers (spec 1 §9). Not the component library's hook: the landing page would
 * load 65 KB of its controls before the grid.
 */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
