import { useMissingRight } from '../shared/may.ts'
import { LINKS, type NavigationLink } from './navigation.ts'

/**
 * Links of the signed-in person. A link whose only missing right is a restricted page stays and leads to sign-in
 * (spec 1 §2.3).
 */
export function useLinks(): NavigationLink[] {
  const missing = useMissingRight()
  return LINKS.filter((link) => (missing(link)?.kind ?? 'page') === 'page')
}
