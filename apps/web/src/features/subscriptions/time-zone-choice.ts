import { useEffect } from 'react'
import { useDraft } from '../../shared/saving/use-draft.ts'

/** Keeps an unsaved choice of the zone, as `useTicks` does for the options. Null is UTC alone. */
export function useTimeZoneChoice(email: string, stored: string | null) {
  const { values, change } = useDraft<{ choice: string | null | undefined }>(
    `time-zone-${email.toLowerCase()}`,
    { choice: undefined },
  )
  const { choice } = values
  const isChanged = choice !== undefined && choice !== stored
  const isLeftOver = choice !== undefined && !isChanged
  useEffect(() => {
    // Drops a choice that matches the stored one. It would otherwise override a later change elsewhere.
    if (isLeftOver) change({ choice: undefined })
  })
  return {
    chosen: isChanged ? choice : stored,
    isChanged,
    choose: (zone: string | null) => change({ choice: zone }),
    discard: () => change({ choice: undefined }),
  }
}
