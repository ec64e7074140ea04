import { WIDTHS } from '@aviary/contract/constants'
import { useSyncExternalStore } from 'react'
import { isOnPaper } from './printing.ts'

// With the component library's hook, the landing page would load 65 KB of that library's controls before the
// grid.
function watchMedia(query: string) {
  const subscribe = (onChange: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  let isMatch: boolean | undefined
  // While printing, the window is as wide as the paper, so a table would become cards. Checks the media type too,
  // because it can change before the `beforeprint` event.
  const read = () => {
    if (isMatch === undefined || !(isOnPaper() || matchMedia('print').matches))
      isMatch = matchMedia(query).matches
    return isMatch
  }
  return () => useSyncExternalStore(subscribe, read)
}

/** Whether there is room for long column headers (spec 1 §9). */
export const useIsWide = watchMedia(`(min-width: ${WIDTHS.wide}px)`)

/** Whether a dialog has room for a form and a preview beside it. */
export const useHasRoomBeside = watchMedia(`(min-width: ${WIDTHS.md}px)`)

/** Whether the window is so narrow that pages use their phone layout. */
export const useIsPhone = watchMedia(`(max-width: ${WIDTHS.sm}px)`)
