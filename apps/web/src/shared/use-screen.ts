import { useMatches } from '@tanstack/react-router'
import type { Screen } from '../screen.ts'

/** The open screen; undefined on a page that is not a screen, such as "not found". */
export const useScreen = (): Screen | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
